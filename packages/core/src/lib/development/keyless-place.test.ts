import { describe, expect, it, vi } from 'vitest'
import type { ResolvedConfig } from '../config/resolved-config.ts'
import { toOrigin, type OriginPolicy } from '../http/origin.ts'
import type { Env } from '../types/utility.ts'
import { findEmulator, type EmulatorPlace } from './keyless-place.ts'

const LOCAL = 'http://localhost:3000'
const at = (origin: string): EmulatorPlace => ({ origin, shown: origin })
const USUAL = at('http://127.0.0.1:4400')
const ELSEWHERE = {
  why: 'The emulator is for http://localhost alone: open the application there.',
}
const stranger = (name: string): EmulatorPlace => ({
  why: `The emulator is for this machine alone, and the header \`${name}\` of the request names another.`,
})
const NO_ADDRESS = {
  why: 'LATCHSTRING_DEV is not an address of this machine such as http://127.0.0.1:4400. Remove it, or correct it.',
}

const fixed = (origin: string): OriginPolicy => ({
  kind: 'fixed',
  origin: toOrigin(new URL(origin)),
})

interface Given {
  readonly env?: Env
  readonly origin?: OriginPolicy
  readonly headers?: Readonly<Record<string, string>>
  readonly url?: string
}

function find({ env, origin = fixed(LOCAL), headers, url }: Given = {}): EmulatorPlace | undefined {
  // Nothing else of a configuration says where it is.
  const config = { origin } as ResolvedConfig
  const source = { headers: new Headers({ host: 'localhost:3000', ...headers }), url }
  return findEmulator(config, source, { NODE_ENV: 'development', ...env })
}

describe('The place of emulators', () => {
  it('is the usual address, or the one of LATCHSTRING_DEV', () => {
    expect(find()).toEqual(USUAL)
    for (const address of ['http://localhost:5000', 'http://[::1]:5000', 'http://127.0.0.1:80']) {
      const { origin } = new URL(address)
      expect(find({ env: { LATCHSTRING_DEV: address } })).toEqual(at(origin))
      expect(find({ env: { LATCHSTRING_DEV: `${address}/` } })).toEqual(at(origin))
    }
  })

  it.each([
    '',
    'off',
    'localhost:5000',
    'https://localhost:5000',
    'http://app.example:5000',
    'http://localhost:5000/path',
    'http://localhost:5000/?a=b',
    'http://ada@localhost:5000',
    'http://localhost@app.example',
  ])('is none with LATCHSTRING_DEV=%s', (address) => {
    expect(find({ env: { LATCHSTRING_DEV: address } })).toEqual(NO_ADDRESS)
  })

  it.each([undefined, '', 'production', 'test', 'Development'])(
    'is not there with NODE_ENV=%s',
    (NODE_ENV) => {
      expect(find({ env: { NODE_ENV } })).toBeUndefined()
    },
  )

  it('is not there in a process of production', () => {
    vi.stubEnv('NODE_ENV', 'production')
    expect(find()).toBeUndefined()
  })

  it.each([undefined, {}])('is found in a runtime whose `process` is %o', (process) => {
    vi.stubGlobal('process', process)
    try {
      expect(find()).toEqual(USUAL)
    } finally {
      // The reporter of the tests needs it.
      vi.unstubAllGlobals()
    }
  })

  it.each<[string, OriginPolicy]>([
    ['a public address', fixed('http://app.example')],
    ['https', fixed('https://localhost:3000')],
    ['an address in the network', fixed('http://192.168.0.4:3000')],
    ['a host that is not trusted', { kind: 'untrusted', fix: '' }],
    ['another host than those listed', { kind: 'listed', hosts: new Set(), forwarded: false }],
  ])('is none for an application at %s', (_, origin) => {
    expect(find({ origin })).toEqual(ELSEWHERE)
  })

  it.each([
    'localhost',
    'LOCALHOST:3000',
    'app.localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '::1',
    '::ffff:127.0.0.1',
  ])('is found for a request that names %s', (host) => {
    for (const name of ['host', 'x-forwarded-host', 'x-forwarded-for', 'x-real-ip']) {
      expect(find({ headers: { [name]: host } })).toEqual(USUAL)
      expect(find({ headers: { [name]: `${host} , ${host}` } })).toEqual(USUAL)
    }
  })

  it.each(['app.example', '', '::2', '::ffff:10.0.0.1', 'x::ffff:127.0.0.1', '127.0.0.1.example'])(
    'is none for a request that names "%s"',
    (host) => {
      for (const name of ['host', 'x-forwarded-host', 'x-forwarded-for', 'x-real-ip']) {
        expect(find({ headers: { [name]: host } })).toEqual(stranger(name))
        expect(find({ headers: { [name]: `localhost, ${host}` } })).toEqual(stranger(name))
        expect(find({ headers: { [name]: `${host}, localhost` } })).toEqual(stranger(name))
      }
    },
  )

  it('is none for a request that was forwarded, or sent over https', () => {
    expect(find({ headers: { forwarded: 'for=127.0.0.1' } })).toEqual(stranger('forwarded'))
    expect(find({ headers: { 'x-forwarded-proto': 'http' } })).toEqual(USUAL)
    for (const proto of ['https', 'http, https', '']) {
      expect(find({ headers: { 'x-forwarded-proto': proto } })).toEqual(
        stranger('x-forwarded-proto'),
      )
    }
  })

  it('is decided by the address of a request without the header `host`', () => {
    // Nothing else of a configuration says where it is.
    const config = { origin: fixed(LOCAL) } as ResolvedConfig
    const of = (url?: string): EmulatorPlace | undefined =>
      findEmulator(config, { headers: new Headers(), url }, { NODE_ENV: 'development' })
    expect(of()).toEqual(USUAL)
    expect(of(`${LOCAL}/auth/signin`)).toEqual(USUAL)
    expect(of('http://app.example/auth/signin')).toEqual(stranger('host'))
    expect(find({ url: 'http://app.example/auth/signin' })).toEqual(USUAL)
  })
})
