import type { ReactElement } from 'react'
import { signOutHere } from '../app/actions.ts'

/** A form, so that signing out works without JavaScript too. */
export function SignOutButton(): ReactElement {
  return (
    <form action={signOutHere}>
      <button className="button" type="submit">
        Sign out
      </button>
    </form>
  )
}
