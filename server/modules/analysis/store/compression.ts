import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress, zstdDecompressSync } from 'node:zlib'

const compressWith = promisify(zstdCompress)
const decompressWith = promisify(zstdDecompress)

/** Bytes per trip to the thread that packs. Node's own 16 kB take five times as long for a large window. */
const chunkSize = 65_536

/** Returns the bytes that `compress` or `compressFast` packed. */
export const decompress = (bytes: Uint8Array): Promise<Buffer> =>
  decompressWith(bytes, { chunkSize })

/** Does the same in this thread, which takes a third of the processor time for small parts. Not for the main thread. */
export const decompressNow = (bytes: Uint8Array): Buffer => zstdDecompressSync(bytes, { chunkSize })

/** Returns the bytes in Zstandard format. */
export const compress = (bytes: Uint8Array | string): Promise<Buffer> =>
  compressWith(bytes, { chunkSize })

/** Returns Zstandard bytes, in 0.6 of the processor time of `compress`. Reports, mostly signatures, grow no larger. */
export const compressFast = (bytes: Uint8Array | string): Promise<Buffer> =>
  compressWith(bytes, { chunkSize, params: { [constants.ZSTD_c_compressionLevel]: 1 } })
