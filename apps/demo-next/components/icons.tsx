import type { ReactElement, ReactNode } from 'react'

function Icon({ children }: { children: ReactNode }): ReactElement {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  )
}

export const BadgeIcon = (): ReactElement => (
  <Icon>
    <rect x="4" y="4" width="16" height="16" rx="4" />
    <circle cx="12" cy="10.2" r="2.4" />
    <path d="M7.8 16.6c.8-1.8 2.3-2.7 4.2-2.7s3.4.9 4.2 2.7" />
  </Icon>
)

export const KeyIcon = (): ReactElement => (
  <Icon>
    <circle cx="8.5" cy="15.5" r="4" />
    <path d="m11.5 12.5 8-8M16 8l2.6 2.6" />
  </Icon>
)

export const MailIcon = (): ReactElement => (
  <Icon>
    <rect x="3.5" y="5.5" width="17" height="13" rx="3" />
    <path d="m5 8 7 5.2L19 8" />
  </Icon>
)

export const PasswordIcon = (): ReactElement => (
  <Icon>
    <rect x="5" y="10.5" width="14" height="9" rx="2.6" />
    <path d="M8.2 10.3V8a3.8 3.8 0 0 1 7.6 0v2.3M12 14.2v1.8" />
  </Icon>
)

export const PageIcon = (): ReactElement => (
  <Icon>
    <rect x="3.5" y="4.5" width="17" height="15" rx="3" />
    <path d="M3.8 9h16.4M6.8 6.8h.1M9.2 6.8h.1" />
  </Icon>
)

export const ScreenIcon = (): ReactElement => (
  <Icon>
    <rect x="4.5" y="5" width="15" height="10.5" rx="2.2" />
    <path d="M2.8 18.8h18.4" />
  </Icon>
)

export const PhoneIcon = (): ReactElement => (
  <Icon>
    <rect x="7" y="3.5" width="10" height="17" rx="2.6" />
    <path d="M11 17.6h2" />
  </Icon>
)
