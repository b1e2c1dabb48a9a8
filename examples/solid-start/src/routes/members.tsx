import { createAsync, query } from '@solidjs/router'
import { Show } from 'solid-js'
import { requireSession } from '../auth'

// Strangers are sent to the sign-in page, and come back here. The function is what is protected: it can be called without the page.
const getName = query(async () => {
  'use server'
  const session = await requireSession()
  return session.user?.name
}, 'name')

export default function Members() {
  const name = createAsync(() => getName(), { deferStream: true })
  return (
    <main>
      <h1>Members</h1>
      <Show when={name()}>
        <p>Only people who are signed in see this, as {name()} does.</p>
      </Show>
      <a href="/">Home</a>
    </main>
  )
}
