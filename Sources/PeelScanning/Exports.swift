// `import PeelScanning` also brings photos, prints, files and their errors.
@_exported public import PeelCodecs
@_exported public import PeelFiles
@_exported public import PeelImaging
@_exported public import PeelOutput
