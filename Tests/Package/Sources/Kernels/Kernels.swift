internal import CPNG

/// Compiles only if peel has no target named Kernels.
public let kernels = Int(png_answer())
