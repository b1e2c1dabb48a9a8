import type { ReactElement } from 'react'

interface Person {
  readonly name: string | null
  readonly email: string | null
  readonly image: string | null
}

function initials({ name, email }: Person): string {
  const words = (name ?? email ?? '?').split(/\s+/)
  return words
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** A picture, or initials without one. */
export function Face({ user, large = false }: { user: Person; large?: boolean }): ReactElement {
  const className = large ? 'face large' : 'face'
  if (user.image !== null) return <img className={className} src={user.image} alt="" />
  return (
    <span className={className} aria-hidden="true">
      {initials(user)}
    </span>
  )
}
