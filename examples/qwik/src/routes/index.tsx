import { component$ } from '@builder.io/qwik'
import { Link, routeLoader$ } from '@builder.io/qwik-city'
import { latchstring } from '../auth'

// Only the name, because what is returned is sent to the browser.
export const useVisitor = routeLoader$(async (event) => {
  const session = await latchstring.auth(event)
  return session && { name: session.user?.name }
})

export default component$(() => {
  const visitor = useVisitor()
  return (
    <main>
      <h1>Home</h1>
      {visitor.value ? <p>Signed in as {visitor.value.name}.</p> : <p>You are not signed in.</p>}
      <p>
        <Link href="/members">Members</Link>{' '}
        {visitor.value ? (
          <a href="/auth/signout?callbackUrl=%2F">Sign out</a>
        ) : (
          <a href="/auth/signin?callbackUrl=%2F">Sign in</a>
        )}
      </p>
    </main>
  )
})
