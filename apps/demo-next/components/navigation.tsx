'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import type { ReactElement } from 'react'

const PAGES = [
  { href: '/', label: 'Home' },
  { href: '/protected', label: 'Protected' },
  { href: '/client', label: 'Client' },
  { href: '/account', label: 'Account' },
  { href: '/members', label: 'Members' },
  { href: '/vault', label: 'Vault' },
  { href: '/legacy', label: 'Legacy' },
]

/** The pages of the demo. */
export function Navigation(): ReactElement {
  const path = usePathname()
  return (
    <nav aria-label="Pages">
      <ul>
        {PAGES.map(({ href, label }) => (
          <li key={href}>
            {/* Not prefetched: some of these lead to the sign-in page. */}
            <Link href={href} prefetch={false} aria-current={path === href ? 'page' : undefined}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
