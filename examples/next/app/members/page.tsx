import Link from 'next/link'
import { redirect } from 'next/navigation'
import { auth } from '../../auth'

export default async function Members() {
  const session = await auth()
  // In the page, and not in a layout, which is not rendered again for each page below it.
  if (session === null) redirect('/api/auth/signin?callbackUrl=%2Fmembers')
  return (
    <main>
      <h1>Members</h1>
      <p>Only people who are signed in see this, as {session.user?.name} does.</p>
      <Link href="/">Home</Link>
    </main>
  )
}
