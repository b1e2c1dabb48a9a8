import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Context } from '../request/context.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import { pageProps, pageResult } from './page-result.ts'

const jar = new CookieJar('')

/** As a browser computes it (CSP Level 3, section 2.3.1). */
const sourceOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

async function readPolicy(
  styles: readonly string[],
  scripts: readonly string[],
  connects?: boolean,
): Promise<readonly string[]> {
  const page = {
    html: '<p>Hello</p>',
    styles,
    scripts,
    ...(connects !== undefined && { connects }),
  }
  const result = await pageResult(page, jar)
  return result.kind === 'page' ? result.policy.split('; ') : []
}

describe('pageResult', () => {
  it('has the HTML, the cookies and the given status, 200 by default', async () => {
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

  it('has a policy that allows the styles of the page, and without a script neither scripts nor connections (PAG-04)', async () => {
    expect(await readPolicy(['a{}', 'b{}'], [])).toEqual([
      "default-src 'none'",
      `style-src ${sourceOf('a{}')} ${sourceOf('b{}')}`,
      "img-src 'self' https: data:",
      "form-action 'self' https: http://localhost:* http://127.0.0.1:*",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ])
  })

  it('has a policy that allows the scripts of the page, and connections to its origin for those that connect (PAG-04)', async () => {
    const allowed = `script-src ${sourceOf('one()')} ${sourceOf('two()')}`
    const policy = await readPolicy(['a{}'], ['one()', 'two()'], true)
    expect(policy).toContain(allowed)
    expect(policy).toContain("connect-src 'self'")
    const alone = await readPolicy(['a{}'], ['one()', 'two()'])
    expect(alone).toContain(allowed)
    expect(alone.join()).not.toContain('connect-src')
  })

  it('has a policy with the hash of each text in base64, not base64url (PAG-04)', async () => {
    const texts = Array.from({ length: 40 }, (_, index) => `p{order:${index}}`)
    const sources = texts.map(sourceOf)
    expect(sources.some((source) => /\+.*\+/.test(source))).toBe(true)
    expect(sources.some((source) => /\/.*\//.test(source))).toBe(true)
    expect(await readPolicy(texts, [])).toContain(`style-src ${sources.join(' ')}`)
  })
})

describe('pageProps', () => {
  const props = (origin: string, language: string) => {
    const context = {
      config: { theme: { brandColor: '#123456' } },
      origin: { href: origin, secure: true },
      request: { headers: new Headers({ 'accept-language': language }) },
    }
    // Of a context, a page needs no more.
    return pageProps(context as unknown as Context)
  }

  it('has the theme, the texts in the language of the request, and the host with its port', async () => {
    expect(await props('https://app.example', 'de')).toMatchObject({
      theme: { brandColor: '#123456' },
      texts: { lang: 'de' },
      host: 'app.example',
    })
    const local = await props('http://localhost:3000', 'fr-CH, en;q=0.5')
    expect(local).toMatchObject({ texts: { lang: 'fr' }, host: 'localhost:3000' })
  })
})
