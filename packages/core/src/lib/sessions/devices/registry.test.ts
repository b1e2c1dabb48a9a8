import { beforeEach, describe, expect, it } from 'vitest'
import { MemoryDevices } from '../../../../../../test/adapters/memory-devices.ts'
import { resolveConfig } from '../../config/resolve.ts'
import type { SessionContext } from '../../request/context.ts'
import { CookieJar } from '../../http/cookie-jar.ts'
import type { Adapter } from '../../types/adapter.ts'
import type { AdapterRecords } from '../../types/records.ts'
import type { AuthConfig } from '../../types/config.ts'
import { deviceId, isDevice } from './device-id.ts'
import { readLabel } from './label.ts'
import { findDevice, forgetDevices, loadDevices, noteDevice, touchDevice } from './registry.ts'

const START = 1_700_000_000_000
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/133.0'
const SECRET = '1f2e3d4c5b6a798081726354453627180f1e2d3c4b5a6978'

const rows = new MemoryDevices()
let errors: Error[]
let now: number
let isAway: boolean
/** What another request does before the store is called with a verb. */
let before: (verb: keyof AdapterRecords) => Promise<void>

beforeEach(() => {
  rows.clear()
  errors = []
  now = START
  isAway = false
  before = async () => undefined
})

function open(
  {
    devices = true,
    secret = SECRET,
    ...config
  }: Pick<AuthConfig, 'callbacks' | 'secret'> & { readonly devices?: boolean } = {},
  headers: Headers | undefined = new Headers({ 'user-agent': FIREFOX }),
): SessionContext {
  const check = async (verb: keyof AdapterRecords): Promise<void> => {
    if (isAway) throw new Error('ECONNREFUSED')
    await before(verb)
  }
  const { records } = rows
  const adapter: Adapter = {
    capabilities: { revocationFeed: true, records: true },
    appendRevocations: async () => undefined,
    listRevocations: async () => [],
    getRevocation: async () => null,
    records: {
      ...records,
      get: async (...args) => (await check('get'), records.get(...args)),
      find: async (...args) => (await check('find'), records.find(...args)),
      insert: async (...args) => (await check('insert'), records.insert(...args)),
      change: async (...args) => (await check('change'), records.change(...args)),
      drop: async (...args) => (await check('drop'), records.drop(...args)),
    },
  }
  const resolved = resolveConfig(
    {
      providers: [],
      adapter,
      secret,
      session: { strategy: 'jwt', revocation: true, devices },
      logger: { warn: () => undefined, error: (error) => void errors.push(error) },
      ...config,
    },
    { env: {}, clock: () => now, basePath: '/auth' },
  )
  const origin = { href: 'https://app.example', secure: true }
  const context = { config: resolved, origin, profile: resolved.secure, jar: new CookieJar('') }
  return headers ? { ...context, headers } : context
}

const OPENED = {
  sessionId: 'one',
  userId: '7',
  createdAt: new Date(START),
  expires: new Date(START + 100_000),
  provider: 'acme',
  providerSession: 's:one',
  providerSubject: 'u:one',
}

const KEY = { sessionId: 'one', userId: '7' }

describe('The list of devices', () => {
  it('has a session that was opened, with browser, time and place', async () => {
    const asked: unknown[] = []
    const callbacks = {
      deviceInfo: (request: unknown) => {
        asked.push(request)
        return { place: 'Berlin' }
      },
    }
    const context = open({ callbacks })
    await noteDevice(context, OPENED)
    expect(asked).toEqual([{ headers: context.headers }])
    expect([...rows.values()]).toEqual([
      {
        ...OPENED,
        lastSeenAt: new Date(START),
        label: 'Firefox on Windows',
        place: 'Berlin',
      },
    ])
  })

  it('has a session as seen after the ending it comes after, by a clock that is behind (REV-05)', async () => {
    await noteDevice(open(), OPENED, START + 60_000)
    expect(rows.get('one')?.lastSeenAt).toEqual(new Date(START + 60_001))
    rows.clear()
    await noteDevice(open(), OPENED, START - 60_000)
    expect(rows.get('one')?.lastSeenAt).toEqual(new Date(START))
  })

  it('says neither browser nor place of a session without a request', async () => {
    const callbacks = { deviceInfo: () => expect.unreachable() }
    const context = open({ callbacks })
    const { headers: _none, ...without } = context
    await noteDevice(without, OPENED)
    expect(rows.get('one')).toMatchObject({ label: null, place: null })
    expect(errors).toEqual([])
  })

  it('keeps browser and place of a session that is extended without a request', async () => {
    await noteDevice(open({ callbacks: { deviceInfo: () => ({ place: 'Berlin' }) } }), OPENED)
    now += 500
    const { headers: _none, ...without } = open()
    await touchDevice(without, OPENED)
    expect(rows.get('one')).toMatchObject({
      label: 'Firefox on Windows',
      place: 'Berlin',
      lastSeenAt: new Date(START + 500),
    })
    expect(errors).toEqual([])
  })

  it.each([
    ['x'.repeat(300), 'x'.repeat(255)],
    ['', null],
    [`${'x'.repeat(254)}\u{1f30d}`, 'x'.repeat(254)],
    ['Ber\0lin \ud83c', 'Berlin '],
    ['\0', null],
    [7, null],
    [undefined, null],
  ])('has the place %.10j, as the application says it, as text that fits', async (place, kept) => {
    // What a function of an application returns need not be what its type says.
    const callbacks = { deviceInfo: () => ({ place }) as { readonly place: string } }
    await noteDevice(open({ callbacks }), OPENED)
    expect(rows.get('one')?.place).toBe(kept)
  })

  it('has the session without a place where the application fails to say it, and the log why', async () => {
    const deviceInfo = (): never => {
      throw new Error('No database of places.')
    }
    await noteDevice(open({ callbacks: { deviceInfo } }), OPENED)
    expect(rows.get('one')?.place).toBeNull()
    expect(errors.map(({ name, message }) => [name, message])).toEqual([
      ['CallbackRouteError', 'The `deviceInfo` callback threw.'],
    ])
    expect(errors[0]?.cause).toMatchObject({ err: { message: 'No database of places.' } })
  })

  it.each([
    [undefined, 'undefined'],
    [null, 'null'],
    ['Berlin', 'a string'],
    [['Berlin'], 'a list'],
  ])(
    'has the session without a place where the application returns %j, and the log what to return',
    async (returned, kind) => {
      // As above.
      const deviceInfo = () => returned as unknown as { readonly place: string }
      await noteDevice(open({ callbacks: { deviceInfo } }), OPENED)
      expect(rows.get('one')?.place).toBeNull()
      expect(errors.map(({ name, message }) => [name, message])).toEqual([
        [
          'InvalidConfiguration',
          `The \`deviceInfo\` callback returned ${kind}. Return an object, with \`place\` where it is known.`,
        ],
      ])
    },
  )

  it('opens no session that it cannot have', async () => {
    const context = open()
    isAway = true
    await expect(noteDevice(context, OPENED)).rejects.toThrow(/records\.insert/)
  })

  it('has time and place of the last use of a session, and its provider', async () => {
    await noteDevice(open({ callbacks: { deviceInfo: () => ({ place: 'Berlin' }) } }), OPENED)
    now += 500
    const later = new Date(START + 200_000)
    const seen = { sessionId: 'one', userId: '7', expires: later }
    await touchDevice(open({}, new Headers({ 'user-agent': 'Opera/9.80 (Linux)' })), seen)
    const touched = { ...OPENED, expires: later, lastSeenAt: new Date(START + 500) }
    // A member that is missing now keeps its earlier value.
    expect(rows.get('one')).toEqual({ ...touched, label: 'Opera on Linux', place: 'Berlin' })
    const callbacks = { deviceInfo: () => ({ place: 'Bonn' }) }
    await touchDevice(open({ callbacks }, new Headers()), seen)
    expect(rows.get('one')).toEqual({ ...touched, label: 'Opera on Linux', place: 'Bonn' })
    expect(errors).toEqual([])
  })

  it('is not given a session anew that was ended while it was read (REV-02)', async () => {
    await noteDevice(open(), OPENED)
    const context = open({
      callbacks: {
        deviceInfo: () => {
          rows.clear()
          return {}
        },
      },
    })
    await touchDevice(context, OPENED)
    await touchDevice(open(), OPENED)
    expect(rows.size).toBe(0)
    expect(errors).toEqual([])
  })

  it('that cannot be read or written is logged, and sessions can still be read and ended', async () => {
    await noteDevice(open(), OPENED)
    isAway = true
    await touchDevice(open(), OPENED)
    await forgetDevices(open().config, [KEY])
    expect(errors.map(({ name }) => name)).toEqual(['AdapterError', 'AdapterError'])
  })

  it('loses the sessions that were ended, and no others', async () => {
    for (const sessionId of ['one', 'two', 'three']) {
      await noteDevice(open(), { ...OPENED, sessionId })
    }
    await forgetDevices(
      open().config,
      ['one', 'three'].map((sessionId) => ({ ...KEY, sessionId })),
    )
    expect([...rows.keys()]).toEqual(['two'])
  })

  it('finds the device of a session among those of its user', async () => {
    await noteDevice(open(), OPENED)
    const { config } = open()
    expect(await findDevice(config, { sessionId: 'one', userId: '7' })).toMatchObject(OPENED)
    expect(await findDevice(config, { sessionId: 'two', userId: '7' })).toBeUndefined()
    expect(await findDevice(config, { sessionId: 'one', userId: '8' })).toBeUndefined()
  })

  it('has what one of two simultaneous uses said (REV-02)', async () => {
    await noteDevice(open(), OPENED)
    let changes = 0
    before = async (verb) => {
      if (verb !== 'change') return
      changes += 1
      if (changes > 1) return
      now += 500
      await touchDevice(open(), { ...OPENED, expires: new Date(START + 300_000) })
    }
    await touchDevice(open({}, new Headers({ 'user-agent': 'Opera/9.80 (Linux)' })), OPENED)
    expect(changes).toBe(2)
    expect(rows.values()).toMatchObject([
      { label: 'Firefox on Windows', expires: new Date(START + 300_000) },
    ])
    expect(errors).toEqual([])
  })

  it.each(['get', 'change'] as const)(
    'has no session whose use is noted while it is taken off, before the store is called with %s (REV-02)',
    async (step) => {
      await noteDevice(open(), OPENED)
      before = async (verb) => {
        if (verb === step) rows.clear()
      }
      await touchDevice(open(), OPENED)
      expect(rows.size).toBe(0)
      expect(errors).toEqual([])
    },
  )

  it('loses a session that is used at the same time, and as often as attempts are made', async () => {
    await noteDevice(open(), OPENED)
    const touching = (times: number): typeof before => {
      let left = times
      return async (verb) => {
        if (verb !== 'drop' || left === 0) return
        left -= 1
        await touchDevice(open(), OPENED)
      }
    }
    before = touching(5)
    await forgetDevices(open().config, [KEY])
    expect([rows.size, errors.map(({ name }) => name)]).toEqual([1, ['AdapterError']])
    before = touching(4)
    await forgetDevices(open().config, [KEY])
    expect([rows.size, errors.length]).toEqual([0, 1])
  })

  it('has a session that the store says it has already: nothing else has its key', async () => {
    await noteDevice(open(), OPENED)
    now += 500
    await noteDevice(open(), OPENED)
    expect(rows.values()).toMatchObject([{ ...OPENED, lastSeenAt: new Date(START) }])
  })

  it('has no session of a user whom the store does not have, which is not opened', async () => {
    const { config, ...context } = open()
    const records: AdapterRecords = { ...rows.records, insert: () => 'no-owner' }
    const adapter: Adapter = { ...config.adapter, records }
    await expect(
      noteDevice({ ...context, config: { ...config, adapter } }, OPENED),
    ).rejects.toThrow(/no user with the id/)
  })

  it('takes a device for absent once its session has expired, until it is deleted', async () => {
    await noteDevice(open(), OPENED)
    now = OPENED.expires.getTime()
    expect(await findDevice(open().config, KEY)).toBeUndefined()
    await touchDevice(open(), OPENED)
    await forgetDevices(open().config, [KEY])
    expect([rows.size, errors]).toEqual([1, []])
  })

  it('has every device of a user in pages, and those of a session at a provider', async () => {
    for (let index = 0; index < 250; index += 1) {
      const named = { providerSession: index < 3 ? 's:many' : null, userId: index < 2 ? '8' : '7' }
      await noteDevice(open(), { ...OPENED, ...named, sessionId: `session-${index}` })
    }
    const { config } = open()
    const { listDevices, listDevicesOf } = await loadDevices()
    const all = await listDevices(config, '7')
    expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(248)
    expect(all.filter(({ providerSession }) => providerSession === null)).toHaveLength(247)
    const named = await listDevicesOf(config, 's:many')
    expect(named.map(({ userId }) => userId).toSorted()).toEqual(['7', '8', '8'])
  })

  it('has sessions with ids of any length and in any script apart', async () => {
    const ids = ['x'.repeat(255), `${'x'.repeat(254)}X`, 'Ä ö', 'ä ö']
    for (const sessionId of ids) await noteDevice(open(), { ...OPENED, sessionId })
    await forgetDevices(open().config, [{ ...KEY, sessionId: 'Ä ö' }])
    expect(rows.keys().toSorted()).toEqual(ids.filter((id) => id !== 'Ä ö').toSorted())
  })

  it('is neither read nor written unless the option is set', async () => {
    const off = open({ devices: false })
    await noteDevice(off, OPENED)
    expect(rows.size).toBe(0)
    await noteDevice(open(), OPENED)
    const noted = rows.get('one')
    now += 500
    await touchDevice(off, OPENED)
    await forgetDevices(off.config, [KEY])
    expect(rows.get('one')).toEqual(noted)
  })
})

describe('The name of a device', () => {
  it('has 128 bits, reveals nothing about the session, and survives a change of the secret', async () => {
    const other = 'q8hZr3Xw0cVtN6uYb2kLs5mDf7gJp9aEu1x'
    const { config } = open()
    const id = await deviceId(config, 'one')
    expect(id).toMatch(/^[\w-]{22}$/)
    expect(await deviceId(config, 'two')).not.toBe(id)
    expect(await deviceId(open({ secret: other }).config, 'one')).not.toBe(id)
    const rotated = open({ secret: [other, SECRET] }).config
    expect(await isDevice(rotated, 'one', id)).toBe(true)
    expect(await isDevice(rotated, 'two', id)).toBe(false)
    expect(await isDevice(open({ secret: other }).config, 'one', id)).toBe(false)
    // Made for nothing else: no other hash of the session is one.
    expect(id).not.toBe((await config.macs.sign('device', 'one')).slice(0, 22))
    expect(id).toBe((await config.macs.sign('device-id', 'one')).slice(0, 22))
  })
})

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64)'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)'
const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X)'
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9)'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const CHROME = `${WEBKIT} Chrome/131.0.0.0 Safari/537.36`

it.each<readonly [string | null | undefined, string | null]>([
  [`${WINDOWS} ${CHROME}`, 'Chrome on Windows'],
  [`${MAC} ${CHROME}`, 'Chrome on macOS'],
  [`Mozilla/5.0 (Mac OS X) ${CHROME}`, 'Chrome on macOS'],
  [`${LINUX} ${CHROME}`, 'Chrome on Linux'],
  [`${LINUX} ${WEBKIT} Chromium/131.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME}`, 'Chrome on ChromeOS'],
  [`${ANDROID} ${CHROME}`, 'Chrome on Android'],
  [`${IPHONE} AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1`, 'Chrome on iOS'],
  [`${WINDOWS} ${CHROME} Edg/131.0`, 'Edge on Windows'],
  [`${WINDOWS} ${CHROME} Edge/18.1`, 'Edge on Windows'],
  [`${ANDROID} ${CHROME} EdgA/131.0`, 'Edge on Android'],
  [`${IPHONE} Version/18.0 EdgiOS/131.0 Mobile/15E148 Safari/604.1`, 'Edge on iOS'],
  [`${WINDOWS} ${CHROME} OPR/115.0`, 'Opera on Windows'],
  [`${IPHONE} OPiOS/16.0 Mobile/15E148 Safari/9537.53`, 'Opera on iOS'],
  ['Opera/9.80 (Windows NT 6.1) Presto/2.12', 'Opera on Windows'],
  [
    `${ANDROID} ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`${LINUX} ${CHROME} Vivaldi/7.0`, 'Vivaldi on Linux'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0', 'Firefox on Linux'],
  [`${IPHONE} AppleWebKit/605.1.15 FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'Firefox on iOS'],
  [
    `${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [`${IPAD} AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari on iPadOS'],
  ['Mozilla/5.0 (iPod; CPU iPhone OS 9_3) Version/9.0 Mobile/13E233 Safari/601.1', 'Safari on iOS'],
  ['Mozilla/5.0 (Linux) Version/4.0 NotSafari/1.0', 'Linux'],
  ['Version/18.1 Safari/605.1.15', 'Safari'],
  ['Version/x Safari/605.1.15', null],
  ['Firefox/133.0', 'Firefox'],
  ['MyFirefox/1.0', null],
  ['curl/8.5.0', null],
  ['iPadding Androids Windowsill iPhones Linuxes', null],
  ['', null],
  [null, null],
  [undefined, null],
])('the user agent %j has the label %j', (userAgent, label) => {
  expect(readLabel(userAgent)).toBe(label)
})

it('only the first 1,024 characters of a user agent are read for its label', () => {
  expect(readLabel(`${'x'.repeat(1_016)} Firefox/1`)).toBeNull()
  expect(readLabel(`${'x'.repeat(1_015)} Firefox/1`)).toBe('Firefox')
})
