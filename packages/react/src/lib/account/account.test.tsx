// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  AccountMessages,
  Devices,
  LinkedAccounts,
  Passkeys,
  SignOutEverywhere,
  useAccount,
  type Account,
} from '../../account.ts'
import { accountTexts, texts as pageTexts } from '@latchstring/test-kit/texts'
import { SessionProvider } from '../../index.ts'

const way = { type: 'account', removable: true } as const
const device = { place: null, provider: null, createdAt: null, expires: '2030-01-01T00:00:00.000Z' }
const texts = accountTexts(pageTexts)

const ADA: Account = {
  texts,
  ways: [
    { ...way, id: 'harbour-id', provider: 'harbour', name: 'Harbour' },
    { ...way, id: 'key-1', type: 'passkey', provider: 'passkey', name: 'Passkey', synced: true },
  ],
  email: null,
  credentials: false,
  longestLabel: 40,
  devices: [
    { ...device, id: 'here', current: true, label: 'Firefox on Windows', lastSeenAt: null },
    {
      ...device,
      id: 'there',
      current: false,
      label: null,
      lastSeenAt: '2026-11-20T12:00:00.000Z',
    },
  ],
}
const LAST: Account = {
  ...ADA,
  ways: ADA.ways.slice(0, 1).map((one) => ({ ...one, removable: false })),
  devices: null,
}

type Reply = readonly [status: number, body: unknown]

let replies: Map<string, Reply>
let calls: string[]

const json = ([status, body]: Reply): Response => new Response(JSON.stringify(body), { status })

/** The body of the only POST. */
const posted = (): string | undefined =>
  calls.find((call) => call.startsWith('POST'))?.replace(/^POST /, '')

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  calls = []
  replies = new Map<string, Reply>([
    ['GET /auth/account', [200, ADA]],
    ['GET /auth/csrf', [200, { csrfToken: 'token' }]],
    ['GET /auth/session', [200, null]],
    ['POST /auth/account', [200, { url: '/auth/account' }]],
    ['POST /auth/devices', [200, { url: '/auth/devices' }]],
  ])
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers }: RequestInit) => {
    const form = body instanceof URLSearchParams ? ` ${body.toString()}` : ''
    calls.push(`${method} ${url}${form}`)
    if (url.endsWith('/account')) {
      expect(new Headers(headers).get('accept')).toBe('application/json')
    }
    return json(replies.get(`${method} ${url}`) ?? [404, { error: 'UnknownAction' }])
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function Page({ basePath }: { readonly basePath?: string }): ReactElement {
  const value = useAccount({ basePath })
  return (
    <main>
      <AccountMessages value={value} />
      <LinkedAccounts value={value} className="ways" />
      <Passkeys value={value} />
      <Devices value={value} locale="en-GB" />
      <SignOutEverywhere value={value} />
    </main>
  )
}

const show = async (basePath = '/auth'): Promise<void> => {
  await act(async () => {
    render(<Page basePath={basePath} />)
  })
}

const press = async (name: string): Promise<void> => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}

const rows = (name: string): readonly (string | null)[] =>
  [...screen.getByRole('list', { name }).children].map(({ textContent }) => textContent)

const said = (role: 'status' | 'alert'): string | null => screen.getByRole(role).textContent

describe('the components of @latchstring/react/account', () => {
  test('list accounts, passkeys and devices, with a button for what can be removed or signed out', async () => {
    await show()
    expect(rows(texts.accounts)).toEqual(['Harbour Remove'])
    expect(rows(texts.passkeys)).toEqual([`${texts.synced} key- ${texts.remove}`])
    expect(rows(texts.devices)).toEqual([
      `Firefox on Windows ${texts.thisDevice}`,
      `${texts.unknownDevice} Last active 20 Nov 2026 ${texts.endDevice}`,
    ])
    expect(screen.getByRole('list', { name: texts.accounts }).className).toBe('ways')
    expect([said('status'), said('alert')]).toEqual(['', ''])
  })

  test('tell the devices of the user which passkeys there are, also after one was removed', async () => {
    const signalAllAcceptedCredentials = vi.fn(async (_options: unknown) => {})
    const signalCurrentUserDetails = vi.fn(() => Promise.reject(new TypeError('refused')))
    vi.stubGlobal('PublicKeyCredential', { signalAllAcceptedCredentials, signalCurrentUserDetails })
    const of = { rpId: 'localhost', userId: 'BAUG' }
    const list = (...allAcceptedCredentialIds: string[]): Account => ({
      ...ADA,
      passkeys: [{ ...of, name: 'ada@example.com', displayName: 'Ada', allAcceptedCredentialIds }],
    })
    replies.set('GET /auth/account', [200, list('key-1')])
    await show()
    replies.set('GET /auth/account', [200, list()])
    await press(`Remove: ${texts.synced} key-`)
    expect(signalAllAcceptedCredentials.mock.calls).toEqual([
      [{ ...of, allAcceptedCredentialIds: ['key-1'] }],
      [{ ...of, allAcceptedCredentialIds: [] }],
    ])
    expect(signalCurrentUserDetails).toHaveBeenCalledTimes(2)
    expect(said('alert')).toBe('')
  })

  test('show no button beside the last sign-in method, and no devices where none are recorded', async () => {
    replies.set('GET /auth/account', [200, LAST])
    await show()
    expect(rows(texts.accounts)).toEqual([`Harbour ${texts.only}`])
    expect(screen.queryAllByRole('button')).toEqual([])
    expect(document.body.textContent).toContain(texts.noPasskeys)
  })

  test('rename a passkey if the adapter stores names, and announce it', async () => {
    const key = { ...way, id: 'key-1', type: 'passkey', provider: 'passkey', name: 'Passkey' }
    const named = { ...key, synced: true, label: 'Phone', renamable: true }
    replies.set('GET /auth/account', [200, { ...ADA, ways: [named] }])
    await show()
    expect(rows(texts.passkeys)).toEqual([
      `Phone key- ${texts.remove}${texts.rename}${texts.name}  ${texts.save}`,
    ])
    expect(screen.getByText('Rename').getAttribute('aria-label')).toBe('Rename: Phone key-')
    const input = screen.getByLabelText(texts.name)
    expect(input).toHaveProperty('value', 'Phone')
    // The message of the server.
    expect(input).toHaveProperty('maxLength', 40)
    fireEvent.change(input, { target: { value: 'Work & play' } })
    await press('Save')
    expect(posted()).toBe('/auth/account rename=key-1&label=Work+%26+play&csrfToken=token')
    expect(said('status')).toBe(texts.renamed)
  })

  test('have no input for the name of a passkey if the adapter stores no names', async () => {
    await show()
    expect(screen.queryByText('Rename')).toBeNull()
  })

  test('name the address to which links are sent', async () => {
    replies.set('GET /auth/account', [200, { ...LAST, ways: [], email: 'ada@example.com' }])
    await show()
    expect(rows(texts.accounts)).toEqual([`${texts.mail} ada@example.com`])
  })

  test.each([
    ['Remove: Harbour', '/auth/account remove=harbour-id&csrfToken=token', texts.removed],
    [`Remove: ${texts.synced} key-`, '/auth/account remove=key-1&csrfToken=token', texts.removed],
    [`Sign out: ${texts.unknownDevice}`, '/auth/devices device=there&csrfToken=token', texts.ended],
    [texts.endOthers, '/auth/devices end=others&csrfToken=token', texts.ended],
    [texts.endAll, '/auth/devices end=all&csrfToken=token', texts.ended],
  ])(
    'send what the button "%s" says with a token, say so, and read the list again',
    async (...row) => {
      const [name, sent, message] = row
      await show()
      replies.set('GET /auth/account', [200, LAST])
      await press(name)
      expect(posted()).toBe(sent)
      expect(said('status')).toBe(message)
      expect(rows(texts.accounts)).toEqual([`Harbour ${texts.only}`])
    },
  )

  test('keep what they show and link to the sign-in page when the sign-in is too long ago', async () => {
    replies.set('POST /auth/account', [403, { error: 'StepUpRequired', message: 'Sign in.' }])
    await show()
    await press('Remove: Harbour')
    expect(said('alert')).toBe(`${texts.tooLongAgo} ${texts.signIn}`)
    const link = screen.getByRole('link', { name: 'Sign in' })
    expect(link.getAttribute('href')).toMatch(/^\/auth\/signin\?callbackUrl=%2F/)
    expect(rows(texts.accounts)).toEqual(['Harbour Remove'])
  })

  test.each([
    ['the server fails', [503, { error: 'AdapterError' }]],
    ['a refusal has no JSON object', [400, 'no']],
  ] as const)('say that it did not work when %s, and leave the list', async (_, reply) => {
    replies.set('POST /auth/account', reply)
    await show()
    await press('Remove: Harbour')
    expect(said('alert')).toBe(texts.failed)
    expect(rows(texts.accounts)).toEqual(['Harbour Remove'])
  })

  test('state that no one is signed in, and show nothing of the account', async () => {
    await show()
    replies.set('GET /auth/account', [401, { error: 'SessionRequired' }])
    await press(texts.endAll)
    expect(said('alert')).toBe(`${texts.signedOut} ${texts.signIn}`)
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('send one request for two presses while the first is pending', async () => {
    await show()
    const button = screen.getByRole('button', { name: 'Remove: Harbour' })
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    expect(calls.filter((call) => call.startsWith('POST'))).toHaveLength(1)
  })
})

describe('the texts of the components', () => {
  const german = { ...texts, lang: 'de', remove: 'Entfernen', lastSeen: 'Zuletzt aktiv: {when}' }

  test('are those of the server, in its language, unless the application has one of its own', async () => {
    replies.set('GET /auth/account', [200, { ...ADA, texts: german }])
    function Own(): ReactElement {
      const value = useAccount({ basePath: '/auth' })
      return (
        <main>
          <LinkedAccounts value={value} texts={{ accounts: 'Meine Konten' }} />
          <Devices value={value} />
        </main>
      )
    }
    await act(async () => {
      render(<Own />)
    })
    expect(rows('Meine Konten')).toEqual(['Harbour Entfernen'])
    expect(rows(texts.devices).at(-1)).toContain('Zuletzt aktiv: 20.11.2026')
  })

  test('are those of the answer where no one is signed in', async () => {
    const said401 = { ...german, signedOut: 'Sie sind nicht angemeldet.', signIn: 'Anmelden' }
    replies.set('GET /auth/account', [401, { error: 'SessionRequired', texts: said401 }])
    await show()
    expect(said('alert')).toBe('Sie sind nicht angemeldet. Anmelden')
  })
})

describe('useAccount', () => {
  test('uses the path of the nearest provider', async () => {
    function Count(): ReactElement {
      const { account, status } = useAccount()
      return <p>{account?.ways.length ?? status}</p>
    }
    await act(async () => {
      render(
        <SessionProvider session={null} basePath="/auth">
          <Count />
        </SessionProvider>,
      )
    })
    expect(document.body.textContent).toBe('2')
    expect(calls).toEqual(['GET /auth/account'])
  })

  test.each([
    ['there is no account page', [404, { error: 'UnknownAction', message: 'Set it.' }], 404],
    ['the response is something else', [200, { devices: [] }], 200],
  ] as const)('has the status "failed" and the problem when %s', async (_, reply, status) => {
    replies.set('GET /auth/account', reply)
    const seen: unknown[] = []
    function Problem(): ReactElement {
      const value = useAccount({ basePath: '/auth' })
      seen.push([value.status, value.problem?.status])
      return <AccountMessages value={value} />
    }
    await act(async () => {
      render(<Problem />)
    })
    expect(seen.at(0)).toEqual(['loading', undefined])
    expect(seen.at(-1)).toEqual(['failed', status])
    expect(said('alert')).toBe(texts.failed)
  })

  test('has the problem "NetworkError" when the server cannot be reached', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    const codes: unknown[] = []
    function Problem(): ReactElement {
      codes.push(useAccount().problem?.code)
      return <p />
    }
    await act(async () => {
      render(<Problem />)
    })
    expect(codes.at(-1)).toBe('NetworkError')
  })

  test.each([
    ['/auth/', '/auth/account'],
    ['auth', '/auth/account'],
    ['//auth', '/auth/account'],
    ['/', '/account'],
  ])('asks the path that %s stands for, and no other server', async (basePath, path) => {
    await show(basePath)
    expect(calls).toEqual([`GET ${path}`])
  })

  test('shows the list as read after a change that was pending during another read', async () => {
    const { result } = renderHook(() => useAccount({ basePath: '/auth' }))
    await act(async () => {})
    const old = json([200, ADA])
    let release: (response: Response) => void = () => {}
    const held = new Promise<Response>((resolve) => {
      release = resolve
    })
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
      if (method === 'POST') return held
      return url.endsWith('/csrf') ? json([200, { csrfToken: 't' }]) : old.clone()
    })
    let decided: Promise<boolean> | undefined
    await act(async () => {
      decided = result.current.remove('harbour-id')
    })
    let read: Promise<boolean> | undefined
    await act(async () => {
      read = result.current.refresh()
    })
    vi.stubGlobal('fetch', async () => json([200, LAST]))
    await act(async () => {
      release(json([200, { url: '/' }]))
      expect(await Promise.all([decided, read])).toEqual([true, true])
    })
    expect(result.current).toMatchObject({ account: LAST, notice: 'removed', busy: false })
  })

  test('reports no failure of a removal if only the list cannot be read again', async () => {
    await show()
    vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
      if (method === 'POST') return json([200, { url: '/' }])
      return url.endsWith('/csrf') ? json([200, { csrfToken: 't' }]) : json([503, {}])
    })
    await press('Remove: Harbour')
    expect([said('status'), said('alert')]).toEqual([texts.removed, ''])
    expect(screen.queryByRole('list')).toBeNull()
  })

  test('shows names of devices and providers as text', async () => {
    const evil = '<img src=x onerror=alert(1)>'
    const elsewhere = { ...device, id: 'x', current: false, label: evil, lastSeenAt: 'no date' }
    const ways = [{ ...way, id: 'a', provider: 'b', name: evil }]
    const devices = [{ ...elsewhere, place: evil }]
    replies.set('GET /auth/account', [200, { ...ADA, email: evil, ways, devices }])
    await show()
    expect(document.querySelector('img')).toBeNull()
    expect(rows(texts.accounts)).toEqual([`${evil} Remove`, `${texts.mail} ${evil}`])
  })
})
