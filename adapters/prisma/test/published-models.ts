/**
 * The models of applications that come from the adapter for next-auth: their ids are made by the model. `Int` is `BigInt`
 * here, because it ends in 2038 and at half of what a counter can be.
 */
export const PUBLISHED_MODELS = `model User {
  id            String          @id @default(cuid())
  name          String?
  email         String?         @unique
  emailVerified DateTime?
  image         String?
  accounts      Account[]
  sessions      Session[]
  Authenticator Authenticator[]
  createdAt     DateTime        @default(now())
  updatedAt     DateTime        @updatedAt
}

model Account {
  userId            String
  type              String
  provider          String
  providerAccountId String
  refresh_token     String?
  access_token      String?
  expires_at        BigInt?
  token_type        String?
  scope             String?
  id_token          String?
  session_state     String?
  createdAt         DateTime @default(now())
  updatedAt         DateTime @updatedAt
  user              User     @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([provider, providerAccountId])
}

model Session {
  sessionToken String   @unique
  userId       String
  expires      DateTime
  user         User     @relation(fields: [userId], references: [id], onDelete: Cascade)
  createdAt    DateTime @default(now())
  updatedAt    DateTime @updatedAt
}

model VerificationToken {
  identifier String
  token      String
  expires    DateTime

  @@id([identifier, token])
}

model Authenticator {
  credentialID         String  @unique
  userId               String
  providerAccountId    String
  credentialPublicKey  String
  counter              BigInt
  credentialDeviceType String
  credentialBackedUp   Boolean
  transports           String?
  user                 User    @relation(fields: [userId], references: [id], onDelete: Cascade)

  @@id([userId, credentialID])
}
`

const owner = '"userId" text not null references "User" ("id") on delete cascade on update cascade'
const times =
  '"createdAt" timestamp(3) not null default current_timestamp, "updatedAt" timestamp(3) not null'

/** The tables that Prisma makes of these models in PostgreSQL. */
export const PUBLISHED_TABLES = [
  `create table "User" ("id" text primary key, "name" text, "email" text, "emailVerified" timestamp(3), "image" text, ${times})`,
  'create unique index "User_email_key" on "User" ("email")',
  `create table "Account" (${owner}, "type" text not null, "provider" text not null, "providerAccountId" text not null,
    "refresh_token" text, "access_token" text, "expires_at" bigint, "token_type" text, "scope" text, "id_token" text,
    "session_state" text, ${times}, primary key ("provider", "providerAccountId"))`,
  `create table "Session" ("sessionToken" text not null, ${owner}, "expires" timestamp(3) not null, ${times})`,
  'create unique index "Session_sessionToken_key" on "Session" ("sessionToken")',
  `create table "VerificationToken" ("identifier" text, "token" text, "expires" timestamp(3) not null,
    primary key ("identifier", "token"))`,
  `create table "Authenticator" ("credentialID" text not null, ${owner}, "providerAccountId" text not null,
    "credentialPublicKey" text not null, "counter" bigint not null, "credentialDeviceType" text not null,
    "credentialBackedUp" boolean not null, "transports" text, primary key ("userId", "credentialID"))`,
  'create unique index "Authenticator_credentialID_key" on "Authenticator" ("credentialID")',
] as const
