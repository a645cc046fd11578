/** Shown at most at 64 px, on screens of up to three times the density. */
const SIDE_PX = 192
const MAX_FILE_BYTES = 8 * 1024 * 1024
const TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

type SmallPicture = { ok: true; dataUrl: string } | { ok: false; reason: string }

/** Redraws the center of a picture as a small square PNG, without the file's metadata. */
export const shrinkPicture = async (file: File): Promise<SmallPicture> => {
  if (!TYPES.includes(file.type)) {
    return { ok: false, reason: 'Choose a PNG, JPEG or WebP picture.' }
  }
  if (file.size > MAX_FILE_BYTES) {
    return { ok: false, reason: 'Choose a picture of at most 8 MB.' }
  }
  let bitmap: ImageBitmap
  try {
    bitmap = await createImageBitmap(file)
  } catch {
    return { ok: false, reason: 'We couldn’t read this picture. Choose another one.' }
  }
  const side = Math.min(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = SIDE_PX
  canvas.height = SIDE_PX
  const context = canvas.getContext('2d')
  if (context === null) return { ok: false, reason: 'This browser cannot draw the picture.' }
  context.drawImage(
    bitmap,
    (bitmap.width - side) / 2,
    (bitmap.height - side) / 2,
    side,
    side,
    0,
    0,
    SIDE_PX,
    SIDE_PX,
  )
  bitmap.close()
  return { ok: true, dataUrl: canvas.toDataURL('image/png') }
}
