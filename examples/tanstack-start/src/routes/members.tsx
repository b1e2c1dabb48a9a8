import { createFileRoute, Link } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { requireSession } from '../auth.server'

// Strangers are sent to the sign-in page, and come back here. The function is what is protected: it can be called without the page.
const getName = createServerFn().handler(async () => {
  const session = await requireSession()
  return { name: session.user?.name }
})

export const Route = createFileRoute('/members')({ loader: () => getName(), component: Members })

function Members() {
  const { name } = Route.useLoaderData()
  return (
    <main>
      <h1>Members</h1>
      <p>Only people who are signed in see this, as {name} does.</p>
      <Link to="/">Home</Link>
    </main>
  )
}
