import type { LanguageTexts } from '@latchstring/core/types'

/** Swedish. Its key in `texts` is `sv`. */
export const sv: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Till startsidan',
    toSignIn: 'Tillbaka till inloggningen',
    reference: 'Referens: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Försök igen om {duration}.',
    notYou: 'Var det inte du? Kontakta webbplatsens administratör.',
  },
  signIn: {
    title: 'Logga in',
    to: 'för att fortsätta till {host}',
    continueWith: 'Fortsätt med {name}',
    or: 'eller',
    email: 'E-postadress',
    emailExample: 'namn@example.com',
    sendLink: 'Fortsätt med e-post',
    submit: 'Logga in',
    unsupported: 'Den här webbläsaren stöder inte {name}. Använd en annan inloggningsmetod.',
    none: 'Inloggning är inte inställd än.',
    code: 'Felkod: {code}',
    lastUsed: 'Senast använd',
    showPassword: 'Visa lösenordet',
    passkey: 'Logga in med passkey',
    unknown: 'Inloggningsmetoden är inte tillgänglig. Välj en annan.',
    wrongEmailOrPassword: 'Fel e-postadress eller lösenord.',
    wrongUsernameOrPassword: 'Fel användarnamn eller lösenord.',
    unsupportedPasskey:
      'Den här webbläsaren stöder inte passkeys. Uppdatera den eller använd en annan inloggningsmetod.',
  },
  fields: {
    username: 'Användarnamn',
    password: 'Lösenord',
    code: 'Kod',
    oneTimeCode: 'Engångskod',
    name: 'Namn',
    phone: 'Telefonnummer',
  },
  signInErrors: {
    Signin: 'Det gick inte att logga in. Försök igen eller använd en annan inloggningsmetod.',
    OAuthSignin:
      'Vi kunde inte nå tjänsten. Försök igen om en stund eller använd en annan inloggningsmetod.',
    OAuthCallbackError:
      'Tjänsten slutförde inte inloggningen. Försök igen eller använd en annan inloggningsmetod.',
    OAuthCreateAccount:
      'Vi kunde inte skapa ditt konto. Försök igen eller använd en annan inloggningsmetod.',
    EmailCreateAccount:
      'Vi kunde inte skapa ditt konto. Försök igen eller använd en annan e-postadress.',
    Callback: 'Något gick fel under inloggningen. Försök igen.',
    OAuthAccountNotLinked:
      'E-postadressen används redan med en annan inloggningsmetod. Logga in med den.',
    EmailSignin: 'Vi kunde inte skicka meddelandet. Kontrollera adressen och försök igen.',
    CredentialsSignin: 'Fel inloggningsuppgifter. Kontrollera dem och försök igen.',
    SessionRequired: 'Logga in för att fortsätta.',
  },
  providerErrors: {
    OAuthSignin:
      'Vi kunde inte nå {name}. Försök igen om en stund eller använd en annan inloggningsmetod.',
    OAuthCallbackError:
      '{name} slutförde inte inloggningen. Försök igen eller använd en annan inloggningsmetod.',
    service:
      '{name} svarar inte. Försök igen om några minuter eller använd en annan inloggningsmetod.',
    'other-way':
      '{name} delade inte allt som behövs för att logga in. Använd en annan inloggningsmetod.',
  },
  present: {
    named: 'Du är inloggad som {name}.',
    unnamed: 'Du är inloggad.',
    other: 'Använd ett annat konto',
  },
  signInReasons: {
    cancelled: 'Inloggningen avbröts. Försök igen eller använd en annan inloggningsmetod.',
    expired: 'Inloggningen har gått ut eller startades i en annan webbläsare. Försök igen.',
    ours: 'Något gick fel hos oss. Försök igen senare eller använd en annan inloggningsmetod.',
    service:
      'Tjänsten svarar inte. Försök igen om några minuter eller använd en annan inloggningsmetod.',
    'other-way':
      'Tjänsten delade inte allt som behövs för att logga in. Använd en annan inloggningsmetod.',
    removed: 'Den här passkeyn har tagits bort från ditt konto. Använd en annan inloggningsmetod.',
    'step-up': 'Logga in igen för att fortsätta. Det skyddar ditt konto.',
  },
  signOut: {
    title: 'Logga ut',
    question: 'Vill du verkligen logga ut?',
    submit: 'Logga ut',
    stay: 'Förbli inloggad',
    nobody: 'Du är inte inloggad.',
  },
  error: {
    Configuration: {
      title: 'Det går inte att logga in just nu',
      message: 'Det är något fel på webbplatsens inställningar.',
      advice: 'Försök igen senare. Kontakta webbplatsens administratör om problemet kvarstår.',
    },
    AccessDenied: {
      title: 'Du har inte åtkomst',
      message: 'Det går inte att logga in på webbplatsen med det här kontot.',
      advice: 'Använd ett annat konto eller be webbplatsens administratör om åtkomst.',
    },
    Verification: {
      title: 'Länken fungerar inte längre',
      message: 'Den kan ha gått ut eller redan ha använts.',
      advice: 'Logga in igen för att få en ny länk.',
    },
    Default: {
      title: 'Något gick fel',
      message: 'Det gick inte att logga in.',
      advice: 'Försök att logga in igen.',
    },
  },
  verifyRequest: {
    title: 'Kontrollera din e-post',
    sentTo:
      'Vi har skickat ett meddelande till {address}. Öppna länken i det eller skriv koden nedan.',
    sent: 'Vi har skickat ett meddelande till dig. Öppna länken i det för att logga in.',
    linkSentTo:
      'Vi har skickat ett meddelande till {address}. Öppna länken i det för att logga in.',
    code: 'Koden från meddelandet',
    codeHint: '8 bokstäver och siffror. Bindestreck och stora bokstäver behövs inte.',
    submit: 'Logga in',
    wrongCode: 'Koden är fel eller har gått ut. Titta i det senaste meddelandet och försök igen.',
    attemptsLeft: 'Återstående försök: {count}',
    nothingThere: 'Fick du inget meddelande? Titta i skräpposten.',
    again: 'Skicka igen eller använd en annan e-postadress',
  },
  confirmLink: {
    title: 'Är det du?',
    question: 'Du loggar in som {address}.',
    reason: 'Länken kan ha begärts i en annan webbläsare. Bekräfta att du vill logga in här.',
    submit: 'Ja, logga in',
    notMe: 'Är det inte din e-postadress, eller var det inte du? Stäng sidan så loggas du inte in.',
  },
  continueSignIn: {
    title: 'Ett steg till',
    message: 'Fortsätt för att slutföra inloggningen med {name}.',
    submit: 'Fortsätt',
    notMe: 'Var det inte du? Stäng sidan så loggas du inte in.',
  },
  keptForm: {
    title: 'Formuläret finns kvar',
    message: 'Det du fyllde i har inte skickats än.',
    submit: 'Skicka formuläret',
    discard: 'Skicka inte',
  },
  endSession: {
    title: 'Du är utloggad',
    message: 'Du är fortfarande inloggad hos {name}. Vill du logga ut även där?',
    submit: 'Logga ut från {name}',
    stay: 'Förbli inloggad hos {name}',
  },
  signedOut: {
    title: 'Utloggningen har gått ut',
    message:
      'Utloggningen startades i en annan webbläsare eller för mer än tio minuter sedan. Inget har ändrats.',
  },
  devices: {
    title: 'Var du är inloggad',
    lead: 'Logga ut från webbläsare som du inte känner igen eller inte längre använder.',
    here: 'Den här webbläsaren',
    unknown: 'Okänd webbläsare',
    browserOn: '{browser} på {system}',
    signedIn: 'Inloggad: {when}',
    signedInWith: 'Inloggad med {name}: {when}',
    lastSeen: 'Senast aktiv: {when}',
    signOut: 'Logga ut',
    others: 'Logga ut överallt utom här',
    all: 'Logga ut överallt',
    now: 'Aktiv nu',
  },
  account: {
    title: 'Inloggningsmetoder',
    lead: 'Ta bort dem du inte längre använder. Minst en måste vara kvar.',
    synced: 'Synkroniserad passkey',
    oneDevice: 'Passkey på en enhet',
    mail: 'E-postlänk',
    remove: 'Ta bort',
    rename: 'Byt namn',
    name: 'Passkeyns namn',
    save: 'Spara',
    only: 'Du kan inte ta bort din enda inloggningsmetod.',
    unused:
      'Har inte använts än. Logga in med den en gång innan du tar bort dina andra inloggningsmetoder.',
    accounts: 'Anslutna konton',
    passkeys: 'Passkeys',
    noPasskeys: 'Inga passkeys än.',
    removed: 'Borttagen.',
    renamed: 'Namnet har sparats.',
    signedOut: 'Utloggad.',
    tooLongAgo: 'Logga in igen för att göra ändringen. Det skyddar ditt konto.',
    failed: 'Det fungerade inte. Försök igen.',
  },
  ended: {
    'ended-by-user': 'Du loggades ut från en annan enhet.',
    'signed-out-everywhere': 'Du loggades ut från alla enheter. Logga in igen.',
    'password-changed': 'Ditt lösenord ändrades, så vi loggade ut dig. Logga in med det nya.',
    'email-changed': 'Din e-postadress ändrades, så vi loggade ut dig. Logga in igen.',
    'account-unlinked': 'En inloggningsmetod togs bort, så vi loggade ut dig. Logga in igen.',
    'passkey-removed': 'En passkey togs bort, så vi loggade ut dig. Logga in igen.',
    'factor-added': 'Tvåstegsverifiering aktiverades, så vi loggade ut dig. Logga in igen.',
    'factor-removed':
      'En metod för tvåstegsverifiering togs bort, så vi loggade ut dig. Logga in igen.',
    'recovery-used': 'Ditt konto återställdes, så vi loggade ut dig. Logga in igen.',
    admin: 'En administratör loggade ut dig. Logga in igen.',
    'back-channel':
      'Du loggade ut från tjänsten som du loggar in med, så vi loggade ut dig från webbplatsen också.',
    'secret-leak': 'För att skydda konton har vi loggat ut alla. Logga in igen.',
    other: 'Din session är slut. Logga in igen.',
  },
  problem: {
    400: {
      title: 'Vi kunde inte behandla begäran',
      message: 'Gå tillbaka, ladda om sidan och försök igen.',
    },
    403: {
      title: 'Sidan har gått ut',
      message: 'Gå tillbaka, ladda om sidan och försök igen.',
    },
    404: {
      title: 'Sidan hittades inte',
      message: 'Kontrollera adressen eller börja på startsidan.',
    },
    405: {
      title: 'Sidan kan inte öppnas direkt',
      message: 'Börja på startsidan.',
    },
    413: {
      title: 'Texten är för lång',
      message: 'Korta ned det du skrev och försök igen.',
    },
    415: {
      title: 'Vi kunde inte läsa innehållet',
      message: 'Gå tillbaka och använd formuläret på sidan.',
    },
    429: {
      title: 'För många försök',
      message: 'Vänta några minuter och försök sedan igen.',
    },
    500: {
      title: 'Något gick fel',
      message: 'Felet ligger hos oss. Försök igen om en stund.',
    },
    503: {
      title: 'Tillfälligt otillgängligt',
      message:
        'En del av vårt system svarar inte. Du har inte loggats ut. Försök igen om en stund.',
    },
    acting: {
      title: 'Du agerar åt en annan person',
      message:
        'Det här är inte tillgängligt under tiden. Logga ut en gång för att komma tillbaka till ditt eget konto.',
    },
  },
  mail: {
    subject: 'Logga in på {host}',
    button: 'Logga in',
    link: 'Fungerar inte knappen? Kopiera länken till webbläsaren:',
    code: 'Eller skriv den här koden där du började logga in:',
    validity: 'Länken och koden gäller i {duration} och fungerar bara en gång.',
    ignore: 'Var det inte du? Ignorera meddelandet. Dela aldrig länken eller koden med någon.',
    linkValidity: 'Länken gäller i {duration} och fungerar bara en gång.',
    linkIgnore: 'Var det inte du? Ignorera meddelandet. Dela aldrig länken med någon.',
  },
}
