'use client'

import { type ReactElement, useActionState } from 'react'
import { signInWithPassword } from '../app/actions.ts'

/** The two inputs; `problem` is the id of the element with the error. */
export function PasswordFields(props: {
  problem?: string | undefined
  username?: string | undefined
}): ReactElement {
  const { problem, username } = props
  const shared = {
    required: true,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem,
  }
  return (
    <div className="pair">
      <div>
        <label htmlFor="username">User name</label>
        <input
          id="username"
          name="username"
          autoComplete="username"
          defaultValue={username}
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
  )
}

/** A form for user name and password, with the error of a wrong pair. */
export function PasswordForm(): ReactElement {
  const [problem, action, pending] = useActionState(signInWithPassword, null)
  return (
    <form action={action} className="fields">
      <PasswordFields
        problem={problem === null ? undefined : 'password-problem'}
        username={problem?.typed}
      />
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
