import { serializeCookie } from '@latchstring/core/framework'
import fc from 'fast-check'
import { type Browser, type BrowserContext, type Cookie } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { scanCookies } from '../../packages/core/src/lib/http/cookie.ts'
import { parseOwnTarget, parseTarget } from '../../packages/core/src/lib/http/redirect-target.ts'
import { withoutQuotes } from './src/cookie-algorithm.ts'
import * as inputs from './src/differential-inputs.ts'
import { DAY, keptOf, SITE } from './src/kept-cookie.ts'
import { startWebServer, type WebServer } from '@latchstring/test-kit/web-server'
import { launchChromium } from '@latchstring/test-kit/chromium'

/** Domains for cookies; no request is sent to them. */
const HOSTS = ['--host-resolver-rules=MAP *.example 127.0.0.1']

/** So that what a browser is asked is the same each time. */
const SEED = 20_261_122

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const PAGE = '<!doctype html><title>Page</title><link rel="icon" href="data:,">'

let browser: Browser
let server: WebServer

/** Milliseconds; each test is many requests. */
vi.setConfig({ testTimeout: 60_000 })

beforeAll(async () => {
  ;[browser, server] = await Promise.all([launchChromium(HOSTS), startWebServer()])
})

afterAll(() => Promise.all([browser?.close(), server?.close()]))

async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: server.origin })
  onTestFinished(() => context.close())
  return context
}

/** Different values of a kind, the same at every run. */
function sample<T>(arbitrary: fc.Arbitrary<T>, numRuns: number): readonly T[] {
  return fc.sample(arbitrary, { seed: SEED, numRuns })
}

interface Reading {
  readonly base: string
  readonly text: string
  /** What the parser made of it. */
  readonly href: string
}

/** For each: origins of the text and of what was made of it, as `URL` and as a link of a page have them. */
const READ_ALL = `((readings) => {
  const base = document.head.appendChild(document.createElement('base'))
  const link = document.body.appendChild(document.createElement('a'))
  const linked = (text) => (link.setAttribute('href', text), link.origin)
  const parsed = (text, place) => (URL.canParse(text, place) ? new URL(text, place).origin : 'none')
  return readings.map((reading) => {
    base.href = reading.base
    const { text, href } = reading
    return [parsed(text, reading.base), linked(text), parsed(href, 'ftp://elsewhere.example/'), linked(href)]
  })
})`

describe('In Chromium, a redirect target that is accepted', () => {
  test('leads to the expected origin, as `URL` and as a link (RDR-01, RDR-02, RDR-04)', async () => {
    const page = await (await openContext()).newPage()
    server.use(() => Promise.resolve(new Response(PAGE, { headers: HTML })))
    await page.goto('/')
    const readings = [...new Set(sample(inputs.TARGETS, 300))].flatMap((text) =>
      inputs.ORIGINS.flatMap((origin): readonly Reading[] => {
        const href = parseTarget(text, origin)?.href
        return href === undefined ? [] : [{ base: inputs.placeIn(origin), text, href }]
      }),
    )
    // A string of code, whose answer has four texts for each.
    const seen = (await page.evaluate(`${READ_ALL}(${JSON.stringify(readings)})`)) as string[][]
    const expected = readings.map(({ href }) =>
      Array.from({ length: 4 }, () => new URL(href).origin),
    )
    expect(readings.map(({ text, base }, index) => [text, base, seen[index]])).toEqual(
      readings.map(({ text, base }, index) => [text, base, expected[index]]),
    )
    expect(readings.length).toBeGreaterThan(200)
  })

  test('leads there as `Location`, without a request to another site (RDR-01, RDR-02)', async () => {
    const context = await openContext()
    const left: string[] = []
    await context.route(
      (url) => url.origin !== server.origin,
      (route) => {
        left.push(route.request().url())
        return route.abort()
      },
    )
    const own = server.origin
    const texts = sample(inputs.TARGETS, 300).flatMap((text) =>
      inputs.ORIGINS.reduce((found, origin) => found.replace(origin, own), text),
    )
    const targets = texts.flatMap((text) => parseOwnTarget(text, own)?.href ?? [])
    server.use((request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname !== '/go') return Promise.resolve(new Response(PAGE, { headers: HTML }))
      const location = targets[Number(searchParams.get('n'))] ?? ''
      return Promise.resolve(new Response(null, { status: 302, headers: { location } }))
    })
    const page = await context.newPage()
    await page.goto('/')
    const urls: unknown = await page.evaluate(
      `Promise.all(Array.from({ length: ${targets.length} }, (_, n) => fetch('/go?n=' + n).then((answer) => answer.url)))`,
    )
    expect(urls).toEqual(targets.map((href) => href.replace(/#.*/s, '')))
    for (const [n, href] of targets.entries()) {
      if (n % 16 !== 0) continue
      await page.goto(`/go?n=${n}`)
      expect(page.url()).toBe(href)
    }
    expect(left).toEqual([])
    expect(targets.length).toBeGreaterThan(60)
  })
})

/** Sends lines of `Set-Cookie` to a new browser, and reads what it has of them, and what it sends. */
async function exchange(
  lines: readonly string[],
  origin: string,
): Promise<{ readonly jar: readonly Cookie[]; readonly header: string }> {
  const context = await browser.newContext()
  let header = ''
  server.use((request) => {
    const headers = new Headers(HTML)
    if (request.url.endsWith('/read')) header = request.headers.get('cookie') ?? ''
    else for (const line of lines) headers.append('set-cookie', line)
    return Promise.resolve(new Response(PAGE, { headers }))
  })
  const page = await context.newPage()
  await page.goto(`${origin}/set`)
  await page.goto(`${origin}/read`)
  const jar = await context.cookies()
  await context.close()
  return { jar, header }
}

function scan(header: string, prefix: string): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  scanCookies(header, prefix, (name, value) => {
    found.push([name, value])
  })
  return found
}

type Written = Parameters<typeof serializeCookie>

/** The line, or nothing where our serializer refuses. */
function lineOf(...written: Written): readonly string[] {
  try {
    return [serializeCookie(...written)]
  } catch {
    return []
  }
}

describe('In Chromium, a serialized cookie', () => {
  test('is stored with its name and value, and read from the Cookie header (CKI-11, CKI-12)', async () => {
    const pairs = sample(fc.tuple(inputs.COOKIE_NAMES, inputs.COOKIE_VALUES), 250).flatMap(
      ([name, value], index) => {
        const own = `${name}.${index}`
        return lineOf(own, value, {}).map((line) => ({ name: own, value, line }))
      },
    )
    expect(pairs.length).toBeGreaterThan(150)
    // A browser keeps 180 cookies of a site, and servers take headers of 16 kB.
    for (let start = 0; start < pairs.length; start += 60) {
      const some = pairs.slice(start, start + 60)
      const { jar, header } = await exchange(
        some.map(({ line }) => line),
        server.origin,
      )
      const seen = jar.map(({ name, value }) => [name, decodeURIComponent(value)] as const)
      expect(new Map(seen)).toEqual(new Map(some.map(({ name, value }) => [name, value])))
      expect(jar).toHaveLength(some.length)
      for (const { name, value } of some) {
        expect(scan(header, name).filter(([found]) => found === name)).toEqual([[name, value]])
      }
    }
  })

  test.each(['127.0.0.1', `app.${SITE}`])(
    'at %s is stored with the written attributes, or not at all (CKI-01, CKI-09, CKI-11)',
    async (host) => {
      const now = Date.now()
      const url = new URL(server.origin)
      url.hostname = host
      const all = sample(inputs.cookieAttributes(now), 900).flatMap((options, index) =>
        lineOf(`c${index}`, 'v', options).map((line) => ({ name: `c${index}`, options, line })),
      )
      const some = all.slice(0, 170)
      expect(some.length).toBeGreaterThan(100)
      const { jar } = await exchange(
        some.map(({ line }) => line),
        url.origin,
      )
      const seen = jar.map(({ name, path, domain, httpOnly, secure, sameSite, expires }) => {
        const days = expires === -1 ? -1 : Math.round((expires * 1_000 - now) / DAY)
        return [name, { path, domain, httpOnly, secure, sameSite, days }] as const
      })
      const expected = some.flatMap(({ name, options }) => {
        const kept = keptOf(options, host, now)
        return kept ? [[name, kept] as const] : []
      })
      expect(Object.fromEntries(seen)).toEqual(Object.fromEntries(expected))
      expect(expected.length).toBeGreaterThan(10)
    },
  )
})

/** Generated cookies: names that differ from those of the library by a character, and all characters of values. */
const FOREIGN: readonly string[] = [
  'name=a',
  'name.0=b',
  'name-evil=c',
  'Name=d',
  'xname=e',
  'name .1=f',
  'na me=g',
  'name,x=h',
  'name.2 =i',
  'name.3\t=j',
  '\tname.4=k',
  ' name.5 = l ',
  '"name.6"=m',
  'name.7="n"',

  'name.8=o=p',
  'name.9==q',
  'name.10="r',
  'name.11=s t',
  'name.12=u,v',
  'name.13=%41',
  'name.14=%zz',

  'name.15=',
  '=name.16=w',
  'name.17',
  '=',
  'name.18=x; name.19=y',
  'name.20=z\t',
  'name.21=name.22=a',

  'name.23\u00c2\u00a0=b',
  'name.24\u00e2\u0080\u00a8=c',
  '\u00c2\u00a0name.25=d',
  'name.26\u00ef\u00bb\u00bf=e',

  'name.27=f\u00c2\u00a0',
  'name.28=\u00ef\u00bb\u00bfg',
  'name.29=\u00c3\u00a9',
  'name%2e30=h',
  '__Host-name=i',
  '__host-name.1=j',
  '=__Host-name=k',
  '__Host-name.2=l; Path=/; Secure',

  '__Host-name.3=m; Path=/',
  '__Host-name.4=n; Path=/x; Secure',
  '__HOST-name=o; Path=/; Secure',

  '__Secure-name=p',
  '__Secure-name.1=q; Secure',
  '__Host-name.5\u00c2\u00a0=r; Path=/; Secure',

  'name.30=""',
  'name.31="',
  'name.32= "s t" ',
  'name.33="u" v',
  'name.34="%41"',
  'name.35=""w""',
]

describe('In Chromium, any cookies', () => {
  const utf8 = (octets: string): string => Buffer.from(octets, 'latin1').toString()
  const decode = (value: string): string => withoutQuotes(value).replaceAll('%41', 'A')

  test('are read with the names and values of the browser, without quotes around a value (CKI-04, CKI-14)', async () => {
    const { jar, header } = await exchange(FOREIGN, server.origin)
    for (const prefix of ['name', 'name.', '__Host-name', '__host-name', '__Secure-', 'N', '"']) {
      const found = scan(header, prefix).map(([name, value]) => `${utf8(name)}=${utf8(value)}`)
      const expected = jar
        .filter(({ name }) => name.startsWith(prefix))
        .map(({ name, value }) => `${name}=${decode(value)}`)
      expect([prefix, ...found.toSorted()]).toEqual([prefix, ...expected.toSorted()])
    }
    expect(jar.length).toBeGreaterThan(30)
  })

  test('with a name that ends in an octet similar to a space are ignored (CKI-08, CKI-14)', async () => {
    const lines = ['name\u00a0=evil', 'name=own', 'name\u0085=evil', '\u00a0name=evil']
    const { jar, header } = await exchange(lines, server.origin)
    // To the browser, these are four cookies.
    expect(jar).toHaveLength(4)
    expect(scan(header, 'name').filter(([name]) => name === 'name')).toEqual([['name', 'own']])
  })
})
