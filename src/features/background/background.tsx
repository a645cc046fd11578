import { useEffect, useRef } from 'react'
import { whenIdle } from '#src/lib/next-frame.ts'
import { isMotionReduced } from '#src/platform/theme/motion.ts'
import type { Theme } from '#src/platform/theme/theme-store.ts'
import { advanceSky, createSky, computeMeteorAge, computeStarOpacity, type Sky } from './sky.ts'

/** Twinkling is slow. Only a shooting star needs more frames per second. */
const FRAME_MS = 100
const METEOR_FRAME_MS = 33
/** Points of light look no better on a sharper canvas. */
const MAX_PIXEL_RATIO = 1.5

const LOOKS = {
  dark: { star: '223 229 255', blue: '86 126 255', purple: '150 92 246', glow: 0.16 },
  light: { star: '255 255 255', blue: '120 160 255', purple: '178 140 255', glow: 0.2 },
} as const

type Context = CanvasRenderingContext2D
type Size = { width: number; height: number }

const drawGlows = (context: Context, { glows }: Sky, theme: Theme, { width, height }: Size) => {
  const look = LOOKS[theme]
  for (const glow of glows) {
    const [x, y] = [glow.x * width, glow.y * height]
    const radius = glow.radius * Math.max(width, height)
    const light = context.createRadialGradient(x, y, 0, x, y, radius)
    light.addColorStop(0, `rgb(${look[glow.tone]} / ${look.glow})`)
    light.addColorStop(1, `rgb(${look[glow.tone]} / 0)`)
    context.fillStyle = light
    context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
  }
}

const drawLights = (context: Context, sky: Sky, theme: Theme, nowMs: number, size: Size) => {
  const { star: color } = LOOKS[theme]
  for (const star of sky.stars) {
    context.fillStyle = `rgb(${color} / ${computeStarOpacity(star, nowMs)})`
    context.beginPath()
    context.arc(star.x * size.width, star.y * size.height, star.radiusPx, 0, 2 * Math.PI)
    context.fill()
  }
  for (const meteor of sky.meteors) {
    const age = computeMeteorAge(meteor, nowMs)
    const x = (meteor.x + 0.3 * age) * size.width
    const y = (meteor.y + 0.15 * age) * size.height
    const tail = { x: x - 0.08 * size.width, y: y - 0.04 * size.height }
    const trail = context.createLinearGradient(tail.x, tail.y, x, y)
    trail.addColorStop(0, `rgb(${color} / 0)`)
    trail.addColorStop(1, `rgb(${color} / ${Math.sin(Math.PI * age)})`)
    context.strokeStyle = trail
    context.lineWidth = 2
    context.beginPath()
    context.moveTo(tail.x, tail.y)
    context.lineTo(x, y)
    context.stroke()
  }
}

/** Draws the sky on the canvas for as long as it is shown. Returns the function that stops it. */
const runSky = (canvas: HTMLCanvasElement, theme: Theme, isPowerLow: boolean): (() => void) => {
  const glows = document.createElement('canvas')
  const [context, onGlows] = [canvas.getContext('2d'), glows.getContext('2d')]
  if (context === null || onGlows === null) return () => undefined
  let sky = createSky(Math.random, performance.now())
  let size: Size = { width: 0, height: 0 }
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame = 0

  const draw = (nowMs: number) => {
    context.clearRect(0, 0, size.width, size.height)
    context.drawImage(glows, 0, 0, size.width, size.height)
    drawLights(context, sky, theme, nowMs, size)
  }
  const fit = () => {
    size = { width: window.innerWidth, height: window.innerHeight }
    const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio)
    for (const one of [context, onGlows]) {
      one.canvas.width = Math.round(size.width * ratio)
      one.canvas.height = Math.round(size.height * ratio)
      one.setTransform(ratio, 0, 0, ratio, 0, 0)
    }
    drawGlows(onGlows, sky, theme, size)
    draw(performance.now())
  }
  const wait = () => {
    timer = setTimeout(
      () => {
        frame = requestAnimationFrame(onFrame)
      },
      sky.meteors.length > 0 ? METEOR_FRAME_MS : FRAME_MS,
    )
  }
  const onFrame = (nowMs: number) => {
    // A drag needs the CPU time.
    const isStill =
      isPowerLow || isMotionReduced() || document.documentElement.dataset['gesture'] !== undefined
    if (!isStill) {
      sky = advanceSky(sky, nowMs, Math.random)
      draw(nowMs)
    }
    wait()
  }

  fit()
  wait()
  window.addEventListener('resize', fit)
  return () => {
    window.removeEventListener('resize', fit)
    clearTimeout(timer)
    cancelAnimationFrame(frame)
  }
}

type BackgroundProps = { theme: Theme; isPowerLow: boolean }

/** Draws stars, glows and an occasional shooting star behind everything. Decoration only. */
export const Background = ({ theme, isPowerLow }: BackgroundProps) => {
  const canvasRef = useRef<HTMLCanvasElement | null>(null)
  useEffect(() => {
    const canvas = canvasRef.current
    if (canvas === null) return undefined
    let stop = whenIdle(() => {
      stop = runSky(canvas, theme, isPowerLow)
    })
    return () => stop()
  }, [theme, isPowerLow])
  return (
    <div
      aria-hidden="true"
      data-background=""
      className="pointer-events-none absolute inset-0 -z-1"
    >
      <canvas ref={canvasRef} className="size-full" />
    </div>
  )
}
