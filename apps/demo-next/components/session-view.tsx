import type { RegisteredSession } from '@latchstring/next/react'
import type { ReactElement } from 'react'
import { Face } from './face.tsx'
import { Time } from './time.tsx'

/** The session as JSON. */
export function SessionJson({ session }: { session: RegisteredSession | null }): ReactElement {
  // A picture can be a long data URL.
  const text = JSON.stringify(
    session,
    (_, value: unknown) =>
      typeof value === 'string' && value.length > 96 ? `${value.slice(0, 24)}…` : value,
    2,
  )
  return (
    <pre tabIndex={0} aria-label="The session as JSON" data-testid="session-json">
      <code>{text}</code>
    </pre>
  )
}

/** The user of the session. */
export function SessionSummary({ session }: { session: RegisteredSession }): ReactElement {
  const { user, signedInAt, expires } = session
  return (
    <div className="summary">
      <div className="person">
        <Face user={user} large />
        <div>
          <strong>{user.name ?? 'No name'}</strong>
          <span>{user.email}</span>
        </div>
      </div>
      <dl>
        <dt>Role</dt>
        <dd>{user.role}</dd>
        <dt>Signed in</dt>
        <dd>{signedInAt === null ? 'just now' : <Time value={signedInAt} />}</dd>
        <dt>Ends</dt>
        <dd>
          <Time value={expires} />
        </dd>
      </dl>
    </div>
  )
}
