import { AuthError } from '@latchstring/next'
import { headers } from 'next/headers.js'
import { redirect } from 'next/navigation.js'
import type { JSX } from 'react'
import { authOf } from '../../auth.ts'

/** Signs in as applications do in a server action, which no route of the library sees. */
async function signInByAction(form: FormData): Promise<void> {
  'use server'
  const { signIn } = authOf(await headers())
  let problem: string
  try {
    await signIn(form.get('username') === null ? 'mail' : 'credentials', form)
    return
  } catch (error) {
    // A redirection arrives here as well.
    if (!(error instanceof AuthError)) throw error
    problem = error.type
  }
  redirect(`/by-action?error=${problem}`)
}

/** A form without a script. */
// oxlint-disable-next-line import/no-default-export -- Next.js reads this one.
export default async function Page(): Promise<JSX.Element> {
  // Not made at the build.
  await headers()
  return <form action={signInByAction} />
}
