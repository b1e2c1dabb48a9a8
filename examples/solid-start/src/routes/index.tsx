import { createAsync, query } from '@solidjs/router'
import { Show } from 'solid-js'
import { auth } from '../auth'

// Only the name, because what is returned is sent to the browser.
const getVisitor = query(async () => {
  'use server'
  const session = await auth()
  return session && { name: session.user?.name }
}, 'visitor')

export default function Home() {
  const visitor = createAsync(() => getVisitor(), { deferStream: true })
  return (
    <main>
      <h1>Home</h1>
      <Show when={visitor()} fallback={<p>You are not signed in.</p>}>
        {(person) => <p>Signed in as {person().name}.</p>}
      </Show>
      {/* External, because the router of the browser has no sign-in page, and does not say which page it was going to. */}
      <p>
        <a href="/members" rel="external">
          Members
        </a>{' '}
        <Show
          when={visitor()}
          fallback={
            <a href="/auth/signin?callbackUrl=%2F" rel="external">
              Sign in
            </a>
          }
        >
          <a href="/auth/signout?callbackUrl=%2F" rel="external">
            Sign out
          </a>
        </Show>
      </p>
    </main>
  )
}
