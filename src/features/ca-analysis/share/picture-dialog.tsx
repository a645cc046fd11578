import Image from 'lucide-react/icons/image'
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { saveFile } from '#src/lib/save-file.ts'
import { useNetworkName, useProductName } from '#src/platform/config/raw-config.ts'
import { useTheme } from '#src/platform/theme/theme-store.ts'
import { LOCAL_NETWORK } from '#src/platform/wallet/wallet.ts'
import { Alert } from '#src/ui/feedback/alert.tsx'
import { Button } from '#src/ui/form/button.tsx'
import { IconButton } from '#src/ui/form/icon-button.tsx'
import { Dialog } from '#src/ui/overlay/dialog.tsx'
import { showFailure, showToast } from '#src/ui/toast/toast-store.ts'
import { drawPicture, PICTURE } from './draw-picture.ts'
import { describePicture, type PictureFacts } from './picture-facts.ts'

type PictureDialogProps = {
  toFacts: (isPlayMoney: boolean) => PictureFacts
  /** Without its ending. */
  fileName: string
  onClose: () => void
}

const TYPE = 'image/png'

const toPng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The browser did not make the picture'))
      else resolve(blob)
    }, TYPE),
  )

type PictureProps = { canvasRef: RefObject<HTMLCanvasElement | null>; facts: PictureFacts }

const Picture = ({ canvasRef, facts }: PictureProps) => {
  const productName = useProductName()
  useLayoutEffect(() => {
    if (canvasRef.current !== null) drawPicture(canvasRef.current, facts, productName)
  }, [canvasRef, facts, productName])
  return (
    <canvas
      ref={canvasRef}
      {...PICTURE}
      role="img"
      aria-label={describePicture(facts)}
      className="w-full rounded-lg ring-1 ring-line"
    />
  )
}

/** Shows a picture of a result, to copy or to download. */
export const PictureDialog = ({ toFacts, fileName, onClose }: PictureDialogProps) => {
  const canvasRef = useRef<HTMLCanvasElement>(null)
  const [isBlocked, setBlocked] = useState(false)
  const theme = useTheme()
  const facts = toFacts(useNetworkName() === LOCAL_NETWORK)
  const copy = async (canvas: HTMLCanvasElement) => {
    try {
      await navigator.clipboard.write([new ClipboardItem({ [TYPE]: toPng(canvas) })])
      setBlocked(false)
      showToast({ title: 'Picture copied' })
    } catch {
      setBlocked(true)
    }
  }
  const download = async (canvas: HTMLCanvasElement) => {
    try {
      saveFile(await toPng(canvas), `${fileName}.png`)
    } catch {
      showFailure('We couldn’t make the picture')
    }
  }
  const withCanvas = (act: (canvas: HTMLCanvasElement) => Promise<void>) => () => {
    if (canvasRef.current !== null) void act(canvasRef.current)
  }
  return (
    <Dialog
      size="lg"
      onClose={onClose}
      title="Share picture"
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button onClick={withCanvas(copy)}>Copy picture</Button>
          <Button variant="primary" onClick={withCanvas(download)}>
            Download
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {/* The picture has the colors of the theme. */}
        <Picture key={theme} canvasRef={canvasRef} facts={facts} />
        {isBlocked && (
          <Alert tone="danger" title="Copying is blocked by the browser. Download it instead." />
        )}
      </div>
    </Dialog>
  )
}

export const PictureButton = (props: Omit<PictureDialogProps, 'onClose'>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Share picture" icon={<Image size={16} />} onClick={() => setOpen(true)} />
      {isOpen && <PictureDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
