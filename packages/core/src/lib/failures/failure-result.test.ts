import { describe, expect, it, vi } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { AuthError } from '../errors/auth-error.ts'
import {
  AccessDenied,
  CredentialsSignin,
  InvalidConfiguration,
  InvalidRequest,
  MethodNotAllowed,
  SignOutError,
  TooManyRequests,
  UnknownAction,
  UntrustedHost,
} from '../errors/classes.ts'
import { explainOnPage } from '../development/explanation.ts'
import { CookieJar } from '../http/cookie-jar.ts'
import type { FlowResult } from '../http/result.ts'
import { createLog } from '../logger/logger.ts'
import { en } from '../pages/texts/en.ts'
import { FlowFailure, withCookiesOnFailure } from './cookies-on-failure.ts'
import { type FailureContext, toFailureResult } from './failure-result.ts'

const ORIGIN = { href: 'https://app.example', secure: true }

interface Outcome {
  readonly result: FlowResult
  readonly logged: readonly Error[]
}

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly pages?: object
  readonly context?: Partial<FailureContext>
  /** Whether the configuration is known. Default: it is. */
  readonly configured?: boolean
}

async function fail(thrown: unknown, asked: Asked = {}): Promise<Outcome> {
  const logged: Error[] = []
  const log = createLog({ error: (error) => logged.push(error) }, false)
  const { method = 'POST', path = '/auth/signin', headers = {}, pages = {} } = asked
  // No more of a configuration is looked at.
  const config = { log, pages, theme: {}, actionBase: '/auth' } as unknown as ResolvedConfig
  const known = asked.configured === false ? {} : { config, origin: ORIGIN, returnTo: ORIGIN.href }
  const original = { method, url: ORIGIN.href + path, headers: new Headers(headers) }
  const result = await toFailureResult(thrown, { original, log, ...known, ...asked.context })
  return { result, logged }
}

const PAGE = { accept: 'text/html,*/*;q=0.8' }

function limited(): TooManyRequests {
  const error = new TooManyRequests('Too many.')
  error.retryAfter = 90
  return error
}

function notAllowed(): MethodNotAllowed {
  const error = new MethodNotAllowed('Not PUT.')
  error.allow = ['GET', 'POST']
  return error
}

describe('A failure shown on the requested URL', () => {
  it.each([
    ['a script that asks for JSON', { accept: 'application/json' }],
    ['a caller that accepts anything', { accept: '*/*' }],
    ['a caller without an Accept header', {}],
    ['a script that wants the address', { ...PAGE, 'x-auth-return-redirect': '1' }],
  ])('is JSON for %s (LOG-03 LOG-04)', async (_, headers) => {
    const { result } = await fail(new InvalidRequest('Wrong.'), { headers, configured: false })
    expect(result).toMatchObject({
      kind: 'json',
      status: 400,
      body: { error: 'InvalidRequest' },
      headers: {},
    })
    expect(result).toHaveProperty('body.ref')
  })

  it('is a page for a browser, unless the action answers in JSON only', async () => {
    const asked = { headers: PAGE, configured: false }
    const failure = new InvalidRequest('Wrong.')
    expect((await fail(failure, asked)).result).toMatchObject({ kind: 'page', status: 400 })
    const context = { failsAs: 'json' } as const
    expect((await fail(failure, { ...asked, context })).result.kind).toBe('json')
  })

  it.each([
    ['a limit', limited(), 429, { 'Retry-After': '90' }],
    ['a method', notAllowed(), 405, { Allow: 'GET, POST' }],
    ['anything else', new InvalidRequest('Wrong.'), 400, {}],
  ])('has the header of %s, as a page and as JSON', async (_, error, status, headers) => {
    for (const asked of [PAGE, {}]) {
      const { result } = await fail(error, { headers: asked, configured: false })
      expect(result).toMatchObject({ status })
      expect(result.headers).toEqual(headers)
    }
  })

  it('sends the browser no details of a mistake of the application (LOG-04)', async () => {
    const { result, logged } = await fail(new InvalidConfiguration('The path is /secret.'), {
      configured: false,
    })
    expect(result).toMatchObject({ status: 500, body: { error: 'Configuration' } })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(logged).toHaveLength(1)
  })

  it('that is not an AuthError is an internal error, and the log has its cause (LOG-05)', async () => {
    const thrown = new TypeError('x is undefined')
    const { result, logged } = await fail(thrown, { configured: false })
    expect(result).toMatchObject({ status: 500 })
    expect(logged[0]).toBeInstanceOf(AuthError)
    expect(logged[0]).toHaveProperty('message', 'Unexpected internal error.')
    expect(logged[0]).toHaveProperty('cause.err.message', 'x is undefined')
  })

  it('has the given reference, also in the log', async () => {
    const { result, logged } = await fail(new InvalidRequest('Wrong.'), {
      configured: false,
      context: { ref: 'abc123' },
    })
    expect(result).toHaveProperty('body.ref', 'abc123')
    expect(logged[0]).toHaveProperty('ref', 'abc123')
  })

  it('is written to the console when there is no logger', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const original = { method: 'GET', url: ORIGIN.href, headers: new Headers() }
    await toFailureResult(new InvalidRequest('Wrong.'), { original })
    expect(error).toHaveBeenCalledOnce()
  })
})

describe('A failure in development', () => {
  const known = (ref: string, development: boolean) => ({ context: { ref, development } })

  it('is explained on the page that is shown in its place, and not in production', async () => {
    for (const configured of [true, false]) {
      const asked = { headers: PAGE, configured }
      const failure = new InvalidRequest('The field is wrong.')
      const shown = await fail(failure, { ...asked, ...known('DEVELOPA', true) })
      expect(shown.result).toHaveProperty('html', expect.stringContaining('The field is wrong.'))
      const hidden = await fail(failure, { ...asked, ...known('PRODUCTA', false) })
      expect(hidden.result).toHaveProperty('html', expect.not.stringContaining('field is wrong'))
    }
  })

  it('is explained on the page that the browser is sent to, and not in production', async () => {
    const page = { html: '<main></main>', styles: [], scripts: [] }
    const failure = new CredentialsSignin('The password is wrong.')
    await fail(failure, known('DEVELOPB', true))
    expect(explainOnPage(page, 'DEVELOPB').html).toContain('The password is wrong.')
    await fail(failure, known('PRODUCTB', false))
    expect(explainOnPage(page, 'PRODUCTB')).toBe(page)
  })

  it.each<[string, AuthError, Asked, boolean]>([
    ['to an action at another path', new UnknownAction('x'), {}, true],
    ['to an action at another path in production', new UnknownAction('x'), {}, false],
    [
      'to an action, before the configuration is known',
      new UnknownAction('x'),
      { configured: false },
      false,
    ],
    ['that is wrong', new InvalidRequest('x'), {}, false],
  ])('logs the path of the handlers, for a request %s', async (what, error, asked, is) => {
    const warnings: string[] = []
    const logger = {
      error: () => undefined,
      warn: (code: string, text = '') => warnings.push(text),
    }
    const log = createLog(logger, false)
    // No more of a configuration is looked at.
    const config = { log, pages: {}, theme: {}, actionBase: '/auth' } as unknown as ResolvedConfig
    const development = !what.includes('production')
    const context = asked.configured === false ? { log } : { config, log }
    const path = '/api/auth/signin'
    const { result } = await fail(error, { ...asked, path, context: { ...context, development } })
    expect(result.kind).toBe('json')
    expect(warnings.join()).toEqual(
      is ? expect.stringContaining('The handlers are mounted at /api/auth') : '',
    )
  })
})

describe('A host that the application does not answer for', () => {
  it('is a mistake of the application, and not of the visitor', async () => {
    const asked = { headers: PAGE, configured: false }
    const { result } = await fail(new UntrustedHost('x'), asked)
    expect(result).toMatchObject({ kind: 'page', status: 400 })
    expect(result).toHaveProperty('html', expect.stringContaining(en.error.Configuration.advice))
  })
})

describe('A page shown instead of a redirect', () => {
  const page = async (failure: AuthError, asked: Asked): Promise<string> => {
    const { result } = await fail(failure, { headers: PAGE, ...asked })
    return result.kind === 'page' ? result.html : ''
  }
  const loop = { pages: { error: '/problem' }, path: '/problem', method: 'GET' }

  it('links to the sign-in page, below the base path if that is known', async () => {
    expect(await page(new AccessDenied('No.'), loop)).toContain('href="/auth/signin"')
    const unknown = await page(new AccessDenied('No.'), { configured: false })
    expect(unknown).toContain('href="/signin"')
  })

  it('links to the home page, on the origin if that is known', async () => {
    expect(await page(new AccessDenied('No.'), loop)).toContain('href="https://app.example')
    const failure = new InvalidRequest('Wrong.')
    expect(await page(failure, {})).toContain('href="https://app.example')
    expect(await page(failure, { configured: false })).toContain('href="/"')
  })

  it('is the error page if a new sign-in can help, and else the page for a failed request', async () => {
    expect(await page(new InvalidRequest('Wrong.'), {})).not.toContain('/signin"')
    expect(await page(new InvalidRequest('Wrong.'), {})).toContain('class="card problem"')
    expect(await page(new AccessDenied('No.'), loop)).toContain('class="card error"')
  })

  it('is the page for a failed request where the action has no other to begin again from, and that would be the sign-in page', async () => {
    const asked = { headers: PAGE, context: { failsAs: 'problem' } } as const
    const wrong = new CredentialsSignin('Wrong password.')
    expect(await page(wrong, asked)).toContain('class="card problem"')
    expect((await fail(wrong, { headers: PAGE })).result.kind).toBe('redirect')
    const { result } = await fail(new AccessDenied('No.'), asked)
    expect(result).toHaveProperty('to', expect.stringContaining('/auth/error?'))
  })

  it('has the status of the failure', async () => {
    const { result } = await fail(new AccessDenied('No.'), { headers: PAGE, configured: false })
    expect(result).toMatchObject({ kind: 'page', status: 403 })
  })
})

describe('The page about a failed sign-out', () => {
  const html = async (cookies: SignOutError['cookies']): Promise<string> => {
    const error = new SignOutError('The store failed.')
    error.cookies = cookies
    const { result } = await fail(error, { headers: PAGE, configured: false })
    if (result.kind !== 'page') throw new Error('It is not a page.')
    expect(result.status).toBe(503)
    return result.html.replaceAll(/<code>.*?<\/code>|nonce="[^"]*"/g, '')
  }

  it('has a message that depends on whether the session ended', async () => {
    const ended = [{ name: 'session', value: '', options: {} }]
    const heading = (page: string): string | undefined => /<h1[^>]*>(.*?)<\/h1>/.exec(page)?.[1]
    expect(heading(await html([]))).toBe(en.problem[503].title)
    expect(heading(await html(ended))).toBe(en.problem[500].title)
  })
})

describe('A failure that redirects the browser', () => {
  it('redirects to the error page, built-in or configured', async () => {
    const failure = new AccessDenied('No.')
    const shown = async (pages: object): Promise<URL> => {
      const { result } = await fail(failure, { pages, context: { ref: 'abc' } })
      if (result.kind !== 'redirect') throw new Error('It is not a redirect.')
      return new URL(result.to)
    }
    expect((await shown({})).href).toBe(`${ORIGIN.href}/auth/error?error=AccessDenied&ref=abc`)
    const own = await shown({ error: '/problem?a=b' })
    expect(own.href).toBe(`${ORIGIN.href}/problem?a=b&error=AccessDenied&ref=abc`)
    expect((await shown({ error: 'https://evil.example/' })).origin).toBe(ORIGIN.href)
  })

  it('redirects to the error page without the target and without a code', async () => {
    const failure = Object.assign(new AccessDenied('No.'), { code: 'locked' })
    const context = { ref: 'abc', returnTo: `${ORIGIN.href}/inside` }
    const to = `${ORIGIN.href}/auth/error?error=AccessDenied&ref=abc`
    expect((await fail(failure, { context })).result).toMatchObject({ kind: 'redirect', to })
  })

  it('redirects to the sign-in page without a code that is not a string', async () => {
    const failure = Object.assign(new CredentialsSignin('Wrong password.'), { code: 7 })
    const to = `${ORIGIN.href}/auth/signin?error=CredentialsSignin&ref=abc`
    const { result } = await fail(failure, { context: { ref: 'abc' } })
    expect(result).toMatchObject({ kind: 'redirect', to })
  })

  it('is shown without a redirect if the origin is not known', async () => {
    const asked = { headers: PAGE, context: { origin: undefined } }
    const { result } = await fail(new AccessDenied('No.'), asked)
    expect(result).toMatchObject({ kind: 'page', status: 403 })
  })

  it('redirects to the sign-in page with the code of the credentials error, and with a target other than the home page', async () => {
    const failure = new CredentialsSignin('Wrong password.')
    failure.code = 'locked'
    const to = async (returnTo: string): Promise<string> => {
      const { result } = await fail(failure, { context: { ref: 'abc', returnTo } })
      return result.kind === 'redirect' ? result.to : ''
    }
    const address = `${ORIGIN.href}/auth/signin?error=CredentialsSignin&code=locked&ref=abc`
    expect(await to(ORIGIN.href)).toBe(address)
    expect(await to(`${ORIGIN.href}/inside`)).toBe(
      `${address}&callbackUrl=${encodeURIComponent(`${ORIGIN.href}/inside`)}`,
    )
  })

  it('is shown without a redirect on the page it would lead to, unless a form was posted there', async () => {
    const failure = new AccessDenied('No.')
    const asked = { pages: { error: '/problem' }, path: '/problem?x=1', headers: PAGE }
    expect((await fail(failure, { ...asked, method: 'GET' })).result.kind).toBe('page')
    expect((await fail(failure, { ...asked, method: 'POST' })).result.kind).toBe('redirect')
  })

  it('gives a script the URL in JSON with the status of the failure', async () => {
    const context = { asAddress: true, ref: 'abc' }
    const { result } = await fail(new AccessDenied('No.'), { context })
    expect(result).toMatchObject({
      kind: 'json',
      status: 403,
      body: { url: `${ORIGIN.href}/auth/error?error=AccessDenied&ref=abc` },
    })
  })

  it('is JSON if the action answers in JSON only', async () => {
    const { result } = await fail(new AccessDenied('No.'), { context: { failsAs: 'json' } })
    expect(result).toMatchObject({ kind: 'json', body: { error: 'AccessDenied' } })
  })
})

describe('withCookiesOnFailure of a step', () => {
  const inner = new CookieJar('').set({ name: 'inner', options: {} }, '1')
  const outer = new CookieJar('').set({ name: 'outer', options: {} }, '1')
  const failure = new AccessDenied('No.')

  it('returns the result of the step', async () => {
    expect(await withCookiesOnFailure(outer, async () => 7)).toBe(7)
  })

  it('adds its cookies to the error, and those of an inner call', async () => {
    const step = (): Promise<never> => Promise.reject(failure)
    const once: unknown = await withCookiesOnFailure(inner, step).catch((thrown: unknown) => thrown)
    expect(once).toBeInstanceOf(FlowFailure)
    expect(String(once)).toBe('FlowFailure: A flow failed')
    expect(once).toMatchObject({ error: failure, jar: inner })
    const twice = withCookiesOnFailure(outer, () => withCookiesOnFailure(inner, step))
    await expect(twice).rejects.toMatchObject({ error: failure, jar: inner })
    const { result, logged } = await fail(once)
    expect(result.jar).toBe(inner)
    expect(logged.map(({ message }) => message)).toEqual(['No.'])
  })
})
