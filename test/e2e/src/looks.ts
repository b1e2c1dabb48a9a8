import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

const FOLDER = fileURLToPath(new URL('../../../artifacts/screenshots', import.meta.url))
const WIDTHS = [320, 1280]

/** Pictures of the documents, which `LATCHSTRING_PICTURES=1 npm test -- --slow e2e appearance.spec.ts` writes: width in CSS pixels. */
const PICTURES = fileURLToPath(new URL('../../../docs/images', import.meta.url))
const PICTURED: Readonly<Record<string, number>> = {
  'auth-sign-in': 560,
  'auth-verify-request': 560,
  'auth-account-passkey': 560,
  'auth-devices': 560,
  mail: 700,
  emulator: 700,
  'keyless-failure': 700,
  'emulators-mailbox': 900,
}
const SCHEMES = ['light', 'dark'] as const

/** Writes a picture of the documents, in light colours; the sign-in page in dark ones as well. */
async function picture(page: Page, name: string): Promise<void> {
  const width = PICTURED[name]
  if (width === undefined || process.env['LATCHSTRING_PICTURES'] === undefined) return
  await page.setViewportSize({ width, height: 640 })
  for (const colorScheme of name === 'auth-sign-in' ? SCHEMES : (['light'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const path = `${PICTURES}/${name}${colorScheme === 'dark' ? '-dark' : ''}.png`
    await page.screenshot({ path, fullPage: true })
  }
}

/** Keeps a picture for every scheme and width, in which nothing may stick out. */
export async function photograph(page: Page, name: string): Promise<void> {
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(widest, `${name} fits into ${width} px`).toBeLessThanOrEqual(width)
      const path = `${FOLDER}/${name}-${colorScheme}-${width}.png`
      await page.screenshot({ path, fullPage: true })
    }
  }
  await picture(page, name)
}

/** Lists unreadable and unreachable elements: controls that stick out, and text cut off at the side. */
function findHidden(): readonly string[] {
  const width = document.documentElement.clientWidth
  const describe = (element: Element): string =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`
  const controls = [...document.querySelectorAll('a, button, input, select, summary, h1, h2')]
  const outside = controls.filter((element) => {
    const { left, right } = element.getBoundingClientRect()
    return left < 0 || right > width + 1
  })
  const cut = [...document.querySelectorAll('body *')].filter((element) => {
    const { overflowX, textOverflow, clip, clipPath } = getComputedStyle(element)
    // Text for screen readers alone is clipped away on purpose.
    const isForReaders = clip !== 'auto' || clipPath === 'inset(50%)'
    const hides = (overflowX === 'hidden' || overflowX === 'clip') && !isForReaders
    return hides && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
  })
  return [...outside, ...cut].map(describe)
}

/**
 * At 200 %, as a browser zooms (a window of 1280 by 800 then has half as many CSS pixels) and as text alone is enlarged:
 * nothing scrolls sideways, sticks out or is cut off (WCAG 2.2, 1.4.4 and 1.4.10).
 */
export async function expectZoomable(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  for (const [kind, viewport, size] of [
    ['zoom', { width: 640, height: 400 }, ''],
    ['text', { width: 1280, height: 800 }, '200%'],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.evaluate((value) => {
      document.documentElement.style.fontSize = value
    }, size)
    const widest = await page.evaluate(() => document.documentElement.scrollWidth)
    expect.soft(widest, `${name} at 200 % (${kind})`).toBeLessThanOrEqual(viewport.width)
    expect.soft(await page.evaluate(findHidden), `${name} at 200 % (${kind})`).toEqual([])
    await page.screenshot({ path: `${FOLDER}/${name}-${kind}-200.png`, fullPage: true })
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}

/** In light and dark, axe finds nothing wrong. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // The mail in its sandbox runs no script, so axe cannot look inside and would wait for it.
  await page.locator('iframe[sandbox]').evaluateAll((frames) => {
    for (const frame of frames) frame.remove()
  })
  for (const colorScheme of SCHEMES) {
    // Colours that are on their way to another are none of the page.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const { violations } = await new AxeBuilder({ page }).analyze()
    const found = violations.map(({ id, help, nodes }) => ({
      id,
      help,
      where: nodes.map(({ target, failureSummary }) => [target.join(' '), failureSummary]),
    }))
    expect.soft(found, `${name}, ${colorScheme}: what axe found`).toEqual([])
  }
}
