import { createRequire } from 'node:module'

/** It is CommonJS whose types name another kind of module. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
const jsQr = createRequire(import.meta.url)('jsqr') as (
  pixels: Uint8ClampedArray,
  width: number,
  height: number,
) => { readonly data: string } | null

/** Reads the drawing of a page as a camera does. */
export function readQr(html: string): string | undefined {
  const [, size = '0', path = ''] =
    /viewBox="0 0 (\d+) \d+"[\s\S]*?<path d="([^"]+)"/.exec(html) ?? []
  const scale = 4
  const width = Number(size) * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let dy = 0; dy < scale; dy += 1) {
      for (let dx = 0; dx < scale; dx += 1) {
        const at = ((Number(y) * scale + dy) * width + Number(x) * scale + dx) * 4
        pixels.fill(0, at, at + 3)
      }
    }
  }
  return jsQr(pixels, width, width)?.data
}
