// `import PeelScanning` also brings photos, prints and settings.
@_exported public import PeelCodecs
@_exported public import PeelImaging
