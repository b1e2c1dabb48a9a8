import Link from 'next/link'
import { auth } from '../auth'

export default async function Home() {
  const session = await auth()
  return (
    <main>
      <h1>Home</h1>
      {session ? <p>Signed in as {session.user?.name}.</p> : <p>You are not signed in.</p>}
      <p>
        <Link href="/members">Members</Link>{' '}
        {session ? (
          <a href="/api/auth/signout?callbackUrl=%2F">Sign out</a>
        ) : (
          <a href="/api/auth/signin?callbackUrl=%2F">Sign in</a>
        )}
      </p>
    </main>
  )
}
