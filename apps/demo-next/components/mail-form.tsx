'use client'

import { type ReactElement, useActionState } from 'react'
import { signInByMail } from '../app/actions.ts'

/** A form for an email address, to which the link is sent. */
export function MailForm(): ReactElement {
  const [problem, action, pending] = useActionState(signInByMail, null)
  return (
    <form action={action} className="fields">
      <label htmlFor="email">Email address</label>
      <input
        id="email"
        name="email"
        type="email"
        autoComplete="email"
        placeholder="you@harbour.example"
        required
        defaultValue={problem?.typed}
        aria-invalid={problem !== null}
        aria-describedby={problem === null ? undefined : 'email-problem'}
      />
      {problem !== null && (
        <p className="problem" id="email-problem" role="alert">
          {problem.message}
        </p>
      )}
      <button className="button main" type="submit" disabled={pending}>
        {pending ? 'Sending …' : 'Mail me a link'}
      </button>
    </form>
  )
}
