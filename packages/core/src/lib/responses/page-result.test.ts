import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { pageProps, pageResult } from './page-result.ts'

const jar = new CookieJar('')

/** As a browser computes it (CSP Level 3, section 2.3.1). */
const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function readPolicy(
  styles: readonly string[],
  scripts: readonly string[],
): Promise<readonly string[]> {
  const result = await pageResult({ html: '<p>Hello</p>', styles, scripts }, jar)
  return result.kind === 'page' ? result.policy.split('; ') : []
}

describe('A page as a result', () => {
  it('has its HTML, its cookies and the status that it is given, 200 by default', async () => {
    const page = { html: '<p>Hello</p>', styles: [], scripts: [] }
    expect(await pageResult(page, jar)).toMatchObject({
      kind: 'page',
      html: page.html,
      status: 200,
    })
    const failed = await pageResult(page, jar, 403)
    expect(failed).toMatchObject({ status: 403 })
    expect(failed.jar).toBe(jar)
  })

  it('allows its own styles, and neither scripts nor connections without a script (PAG-04)', async () => {
    expect(await readPolicy(['a{}', 'b{}'], [])).toEqual([
      "default-src 'none'",
      `style-src ${sourceOf('a{}')} ${sourceOf('b{}')}`,
      "img-src 'self' https: data:",
      "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
  })

  it('allows its own scripts, and connections to its own origin with them (PAG-04)', async () => {
    const policy = await readPolicy(['a{}'], ['one()', 'two()'])
    expect(policy).toContain(`script-src ${sourceOf('one()')} ${sourceOf('two()')}`)
    expect(policy).toContain("connect-src 'self'")
  })

  it('names each text by a hash in base64, with plus and slash (PAG-04)', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `p{order:${index}}`)
    const sources = texts.map(sourceOf)
    expect(sources.some((source) => /\+.*\+/.test(source))).toBe(true)
    expect(sources.some((source) => /\/.*\//.test(source))).toBe(true)
    expect(await readPolicy(texts, [])).toContain(`style-src ${sources.join(' ')}`)
  })
})

describe('What every page takes from a request', () => {
  const props = (origin: string, language: string) => {
    const context = {
      config: { theme: { brandColor: '#123456' } },
      origin: { href: origin, secure: true },
      request: { headers: new Headers({ 'accept-language': language }) },
    }
    // Of a context, a page needs no more.
    return pageProps(context as unknown as Context)
  }

  it('is the theme, the texts in the language that it asks for, and the host with its port', async () => {
    expect(await props('https://app.example', 'de')).toMatchObject({
      theme: { brandColor: '#123456' },
      texts: { lang: 'de' },
      host: 'app.example',
    })
    const local = await props('http://localhost:3000', 'fr-CH, en;q=0.5')
    expect(local).toMatchObject({ texts: { lang: 'fr' }, host: 'localhost:3000' })
  })
})
