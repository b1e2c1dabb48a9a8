import { createElement, useState, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import {
  getCsrfToken,
  getProviders,
  getSession,
  SessionProvider,
  signIn,
  signOut,
  useSession,
} from 'next-auth/react'

/** What the page shows: the state of the peer's hook, and the result of the last call. */
function Panel(): ReactElement {
  const { data, status, update } = useSession()
  const [result, setResult] = useState('')
  const run = (work: () => Promise<unknown>) => (): void => {
    void work().then((value) => setResult(JSON.stringify(value ?? null)))
  }
  const button = (name: string, work: () => Promise<unknown>): ReactElement =>
    createElement('button', { key: name, onClick: run(work) }, name)
  return createElement(
    'main',
    null,
    createElement('output', { id: 'status' }, status),
    createElement('output', { id: 'user' }, data?.user?.email ?? ''),
    createElement('output', { id: 'motto' }, String(data?.user?.image ?? '')),
    createElement('pre', { id: 'result' }, result),
    button('providers', getProviders),
    button('csrf', getCsrfToken),
    button('session', () => getSession()),
    button('right password', () => signIn('credentials', { password: 'right', redirect: false })),
    button('wrong password', () => signIn('credentials', { password: 'wrong', redirect: false })),
    button('harbour', () => signIn('harbour')),
    button('mail', () => signIn('nodemailer', { email: 'ada@example.com', redirect: false })),
    button('update', () => update({ image: 'changed' })),
    button('sign out', () => signOut({ redirect: false })),
  )
}

const root = document.querySelector('#root')
if (root) createRoot(root).render(createElement(SessionProvider, null, createElement(Panel)))
