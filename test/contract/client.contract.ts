import { createAuthClient } from '@latchstring/client'
import { Window } from 'happy-dom'
import { expect, onTestFinished, vi } from 'vitest'
import { ORIGIN } from '@latchstring/test-kit/app'
import { ADA, passwords } from '@latchstring/test-kit/people'
import type { Suite } from './src/suite.ts'
import type { Visitor } from '@latchstring/test-kit/visitor'
import { texts } from '@latchstring/test-kit/texts'

/** What a page shows. */
interface Page {
  readonly text: () => string | null
  /** Where the browser was sent. */
  readonly assigned: ReturnType<typeof vi.fn>
}

/** Shows who is signed in, in a page of a visitor's browser. */
async function show(visitor: Visitor, basePath: string, required: boolean): Promise<Page> {
  const window = new Window({ url: `${ORIGIN}/private` })
  const assigned = vi.fn()
  const { document } = window
  vi.stubGlobal('window', window)
  vi.stubGlobal('document', document)
  vi.stubGlobal('navigator', window.navigator)
  vi.stubGlobal('location', { href: `${ORIGIN}/private`, origin: ORIGIN, assign: assigned })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true)
  vi.stubGlobal('fetch', (path: string) => visitor.browser.open(new URL(path, ORIGIN).href))
  // React looks for a document when it is loaded.
  const { act, createElement } = await import('react')
  const { createRoot } = await import('react-dom/client')
  const { SessionProvider, useSession } = await import('@latchstring/react')

  function Name(): string {
    const { data, status } = useSession({ required })
    return data?.user?.name ?? status
  }

  const element = document.body.appendChild(document.createElement('div'))
  // An element of happy-dom stands for one of a browser.
  const root = createRoot(element as unknown as Element)
  onTestFinished(async () => {
    act(() => root.unmount())
    await window.happyDOM.close()
    vi.unstubAllGlobals()
  })
  await act(async () => {
    root.render(createElement(SessionProvider, { basePath }, createElement(Name)))
  })
  return { text: () => element.textContent, assigned }
}

/** What browsers do with the actions. */
export function client(suite: Suite): void {
  const { proves, open, target } = suite
  const { basePath } = target

  proves(['MECH-session-client'], 'getSession and useSession request the session', async () => {
    const visitor = open({ providers: [passwords()] }).visit()
    const browser = createAuthClient({
      basePath,
      origin: ORIGIN,
      fetch: (url) => visitor.browser.open(url),
    })
    expect(await browser.getSession()).toBeNull()
    await visitor.submitPassword()
    expect(await browser.getSession()).toMatchObject({ user: { name: ADA.name } })
    const page = await show(visitor, basePath, false)
    await vi.waitFor(() => expect(page.text()).toBe(ADA.name))
  })

  proves(
    ['SIGNINPAGE-SessionRequired'],
    'SessionRequired: a page needs a session, and there is none',
    async () => {
      const visitor = open({ providers: [passwords()] }).visit()
      const { assigned } = await show(visitor, basePath, true)
      await vi.waitFor(() => expect(assigned).toHaveBeenCalledTimes(1))
      const signIn = new URL(String(assigned.mock.calls[0]?.[0]), ORIGIN)
      expect(signIn.pathname).toBe(`${basePath}/signin`)
      expect(signIn.searchParams.get('error')).toBe('SessionRequired')
      expect(signIn.searchParams.get('callbackUrl')).toBe(`${ORIGIN}/private`)
      const page = await visitor.browser.open(signIn.href)
      expect(await page.text()).toContain(texts.signInErrors.SessionRequired)
    },
  )
}
