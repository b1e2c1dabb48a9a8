import { component$ } from '@builder.io/qwik'
import { Link, routeLoader$ } from '@builder.io/qwik-city'
import { latchstring } from '../../auth'

// Strangers are sent to the sign-in page, and come back here.
export const useName = routeLoader$(async (event) => {
  const session = await latchstring.requireSession(event)
  return session.user?.name
})

export default component$(() => {
  const name = useName()
  return (
    <main>
      <h1>Members</h1>
      <p>Only people who are signed in see this, as {name.value} does.</p>
      <Link href="/">Home</Link>
    </main>
  )
})
