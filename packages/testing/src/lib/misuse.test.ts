import { describe, expect, test } from 'vitest'
import { authorizationRequest } from '../../test/client.ts'
import { oauthService, oidcService, ME } from '../../test/own-service.ts'
import {
  connectLab,
  createLab,
  createMailEmulator,
  createVisitor,
  LabError,
  type LabServer,
} from '../index.ts'

const lab = createLab()

/** The error of a call that the types refuse, for tests in JavaScript. */
async function messageOf(call: () => unknown): Promise<string> {
  const error: unknown = await Promise.resolve()
    .then(call)
    .then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
  if (error instanceof LabError && error.rule === 'usage') return error.message
  throw new Error(`There is no LabError about the usage, but ${String(error)}`)
}

/** Only where a port was opened after all. */
const close = (server: LabServer): Promise<void> => server.close()

/** Something of any type, as it comes from outside of the types. */
function untyped<T>(value: unknown): T {
  // What these tests are about.
  return value as T
}

describe('The lab refuses an unknown id:', () => {
  test.each([
    ['githubb', /no service "githubb"\. Did you mean "github"\?/],
    ['GitHub', /Did you mean "github"\?/],
    ['entra-id', /Did you mean "microsoft-entra-id"\?/],
    ['constructor', /no service "constructor"\. The ids are those of the providers/],
    ['__proto__', /no service "__proto__"/],
    ['resend', /"resend" is a mail service: its emulator is `lab\.mailService\('resend'\)`/],
    ['resnd', /mail services are at `lab\.mailService`/],
    [undefined, /no service undefined/],
  ])('provider(%j)', async (id, message) => {
    expect(await messageOf(() => lab.provider(untyped(id)))).toMatch(message)
  })

  test('provider() of a custom service with a misspelt id', async () => {
    const own = createLab()
    await own.service(oauthService())
    expect(await messageOf(() => own.provider(untyped('harbor')))).toContain('"harbour"?')
    expect((await own.provider(untyped('harbour'))).service.id).toBe('harbour')
  })

  test.each([
    ['github', /"github" is not a mail service: its emulator is `lab\.provider\('github'\)`/],
    ['resnd', /no mail service "resnd"\. Did you mean "resend"\? There are forwardemail, /],
    ['toString', /no mail service "toString"\. There are/],
  ])('mailService(%j)', async (id, message) => {
    expect(await messageOf(() => lab.mailService(untyped(id)))).toMatch(message)
  })

  test.each([
    ['githubb', /no service "githubb"\. Did you mean "github"\?.* pass its data/],
    ['resend', /"resend" is a mail service, and those are not on the port/],
    ['constructor', /no service "constructor"/],
    [{ id: 'x' }, /needs the absolute address of its authorization endpoint/],
    [undefined, /no service undefined/],
  ])('options(%j) of a connection', async (id, message) => {
    const connection = connectLab('http://127.0.0.1:1')
    expect(await messageOf(() => connection.options(untyped(id)))).toMatch(message)
  })

  test('and names it in the error', async () => {
    const error: unknown = await lab.provider(untyped('githubb')).catch((e: unknown) => e)
    expect(error).toMatchObject({ name: 'LabError', service: 'githubb', rule: 'usage' })
  })
})

describe('An emulator refuses', () => {
  test.each([
    ['nobody', /has no person "nobody"\. There are "documented" and "minimal"/],
    ['minmal', /Did you mean "minimal"\?/],
    ['toString', /has no person "toString"/],
    [null, /takes an object with `claims`.*, and this is null/],
    [{ answer: {} }, /not `answer`\. Did you mean "answers"\?/],
    [{ claims: 'x' }, /`claims` of a person at Harbour is an object, and not "x"/],
  ])('to sign %j in', async (who, message) => {
    const emulator = await lab.service(oauthService())
    const url = await authorizationRequest(emulator)
    expect(await messageOf(() => emulator.person(untyped(who)))).toMatch(message)
    expect(await messageOf(() => emulator.authorize(url, { person: untyped(who) }))).toMatch(
      message,
    )
    // Who signs in is who it was before.
    await expect(emulator.authorize(url)).resolves.toHaveProperty('method', 'GET')
  })

  test.each([
    [{ tokn: 'invalid_grant' }, /not `tokn`\. Did you mean "token"\?/],
    [{ token: 400 }, /error code for `token`, such as "invalid_grant", and this is 400/],
    [{ token: '' }, /error code/],
    [
      { resource: 'boom' },
      /status from 400 to 599 for `resource`, such as 503, and this is "boom"/,
    ],
    [{ resource: 200 }, /and this is 200/],
    [{ resource: Number.NaN }, /and this is NaN/],
    ['invalid_grant', /takes an object with `token`, `resource`, and this is "invalid_grant"/],
    [null, /and this is null/],
  ])('to fail with %j', async (failure, message) => {
    const emulator = await lab.service(oauthService())
    expect(await messageOf(() => emulator.fail(untyped(failure)))).toMatch(message)
  })

  test.each([
    ['', /absolute address that the application sends the browser to, and this is ""/],
    ['/authorize?x', /and this is "\/authorize\?x"/],
    [null, /and this is null/],
  ])('to answer the request %j', async (url, message) => {
    const emulator = await lab.service(oauthService())
    expect(await messageOf(() => emulator.authorize(untyped(url)))).toMatch(message)
    expect(await messageOf(() => emulator.check(untyped(url)))).toMatch(message)
  })

  test('unknown options', async () => {
    const emulator = await lab.service(oauthService())
    const url = await authorizationRequest(emulator)
    const message = await messageOf(() => emulator.authorize(url, untyped({ persn: 'minimal' })))
    expect(message).toMatch(/not `persn`\. Did you mean "person"\?/)
  })
})

describe('The lab refuses unknown settings:', () => {
  test.each([
    [{ redirectUri: 'https://app.example/' }, /Did you mean "redirectUris"\?/],
    [{ redirectUris: 'https://app.example/' }, /is a list of absolute addresses, and not/],
    [{ redirectUris: ['/auth/callback/github'] }, /one is "\/auth\/callback\/github"/],
    [{ redirectUris: [undefined] }, /one is undefined/],
    ['https://app.example/', /takes an object/],
  ])('%j', async (settings, message) => {
    const own = createLab()
    expect(await messageOf(() => own.provider('github', untyped(settings)))).toMatch(message)
    expect(await messageOf(() => own.service(oauthService(), untyped(settings)))).toMatch(message)
    await expect(own.provider('github')).resolves.toHaveProperty('service.id', 'github')
  })

  test('of a lab, a port and a mail service', async () => {
    expect(await messageOf(() => createLab(untyped({ clock: Date.now })))).toContain('`clock`')
    expect(await messageOf(() => createLab({ now: untyped(5) }))).toContain('is a function')
    expect(await messageOf(() => lab.listen(untyped(4100)))).toMatch(
      /takes an object .*, and this is 4100/,
    )
    expect(await messageOf(() => lab.listen(untyped({ prt: 1 })))).toContain('Did you mean "port"?')
    for (const port of ['4100', 'abc', -1, 65_536, 1.5]) {
      const message = await messageOf(() => lab.listen({ port: untyped(port) }).then(close))
      expect(message).toContain('is a number from 0 to 65535, and this is ')
    }
    const key = { apikey: 'x' }
    expect(await messageOf(() => lab.mailService('resend', untyped(key)))).toContain('"apiKey"?')
    expect(await messageOf(() => lab.mailService('resend', { apiKey: '' }))).toContain('`apiKey`')
    expect(await messageOf(() => createMailEmulator(untyped(undefined)))).toContain(
      '`mailServices`',
    )
  })

  test.each(['boom', 200, {}, null])('a mail service that fails with %j', async (failure) => {
    const resend = await lab.mailService('resend')
    expect(await messageOf(() => resend.fail(untyped(failure)))).toMatch(/from 400 to 599 or/)
  })
})

test.each([[new Date()], ['2030-01-01'], [Number.NaN]])(
  'a lab refuses %j from `now`',
  async (now) => {
    const emulator = await createLab({ now: () => untyped(now) }).service(oauthService())
    const url = await authorizationRequest(emulator)
    expect(await messageOf(() => emulator.authorize(url))).toContain(
      'gives milliseconds since the epoch',
    )
  },
)

describe('The lab requires that a custom service is described', () => {
  test.each([
    ['by its id', 'github', /given as data, and this is "github".*`lab\.provider\('github'\)`/],
    ['by nothing', undefined, /given as data, and this is undefined/],
    ['without an id', { ...oauthService(), id: undefined }, /needs an `id`/],
    [
      'with an id that is not a segment of a path',
      { ...oauthService(), id: 'a/b' },
      /needs an `id`/,
    ],
    [
      'with a relative address',
      oauthService({ authorization: { url: '/authorize' } }),
      /`authorization\.url`, and it is "\/authorize"/,
    ],
    ['without a token endpoint', { ...oauthService(), token: undefined }, /`token\.url`/],
    ['without an issuer', { ...oidcService(), issuer: undefined }, /needs its `issuer`/],
    ['without people', { ...oauthService(), persons: undefined }, /needs `persons\.documented`/],
    [
      'with one person',
      { ...oauthService(), persons: { documented: {} } },
      /needs `persons\.minimal`/,
    ],
    [
      'with a query in an address',
      oauthService({ resources: { [`${ME}?fields=id`]: {} } }),
      /keys of `resources` are absolute addresses without query/,
    ],
    [
      'with a relative endpoint',
      oauthService({ endpoints: { '/x': () => Response.json({}) } }),
      /keys of `endpoints`/,
    ],
  ])('%s', async (_, service, message) => {
    expect(await messageOf(() => lab.service(untyped(service)))).toMatch(message)
  })
})

describe('The lab requires that a connection is made to', () => {
  test.each([
    ['nothing', undefined, /takes the origin that `listen` gave.*, and this is undefined/],
    ['a host', 'localhost:4100', /and this is "localhost:4100"/],
    ['a path', 'http://127.0.0.1:4100/github', /and this is/],
    ['an address of another kind', 'ftp://127.0.0.1', /and this is/],
  ])('%s', async (_, origin, message) => {
    expect(await messageOf(() => connectLab(untyped(origin)))).toMatch(message)
  })
})

describe('A visitor refuses', () => {
  const handle = async (): Promise<Response> => Response.json({ csrfToken: 'x' })
  const base = 'https://app.example/auth'

  test('an application in place of its handler', async () => {
    const message = await messageOf(() => createVisitor(untyped({ handle }), base))
    expect(message).toContain('such as `auth.handle`, and this is an object')
  })

  test.each([['/auth'], [undefined], ['localhost:3000/auth']])('the base %j', async (where) => {
    expect(await messageOf(() => createVisitor(handle, untyped(where)))).toMatch(
      /absolute address of the actions/,
    )
  })

  test('an application that returns no response', async () => {
    const visitor = createVisitor(
      untyped(async () => undefined),
      base,
    )
    const message = await messageOf(() => visitor.session())
    expect(message).toBe(
      `The application answered ${base}/session with no Response: it is undefined.`,
    )
  })

  test('something that is not an emulator', async () => {
    const visitor = createVisitor(handle, base)
    const mail = await lab.mailService('resend')
    const says = (emulator: unknown): Promise<string> =>
      messageOf(() => visitor.signIn(untyped(emulator)))
    expect(await says(mail)).toContain('open the link in `mails`')
    expect(await says('github')).toContain('`await lab.provider(\'github\')`, and this is "github"')
    expect(await says(lab.provider('github'))).toContain('a promise: await it')
  })

  test('unknown options', async () => {
    const visitor = createVisitor(handle, base)
    const emulator = await lab.service(oauthService())
    const options = { callbackURL: '/' }
    expect(await messageOf(() => visitor.signIn(emulator, untyped(options)))).toContain(
      '"callbackUrl"?',
    )
  })
})
