'use client'

import { type ReactElement, useActionState } from 'react'
import { signInWithPassword } from '../app/actions.ts'

/** Asks for user name and password; a wrong pair is reported in place. */
export function PasswordForm(): ReactElement {
  const [problem, action, pending] = useActionState(signInWithPassword, null)
  const shared = {
    required: true,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : 'password-problem',
  }
  return (
    <form action={action} className="fields">
      <div className="pair">
        <div>
          <label htmlFor="username">User name</label>
          <input
            id="username"
            name="username"
            autoComplete="username"
            defaultValue={problem?.typed}
            {...shared}
          />
        </div>
        <div>
          <label htmlFor="password">Password</label>
          <input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            {...shared}
          />
        </div>
      </div>
      {problem !== null && (
        <p className="problem" id="password-problem" role="alert">
          {problem.message}
        </p>
      )}
      <button className="button main" type="submit" disabled={pending}>
        {pending ? 'Checking …' : 'Sign in with password'}
      </button>
    </form>
  )
}
