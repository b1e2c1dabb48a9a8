import type { LanguageTexts } from '@latchstring/core/types'

/** Swedish. Its key in `texts` is `sv`. */
export const sv: LanguageTexts = {
  direction: 'ltr',
  common: {
    home: 'Till startsidan',
    toSignIn: 'Till inloggningen',
    reference: 'Referens: {ref}',
  },
  signIn: {
    title: 'Logga in',
    to: 'för att fortsätta till {host}',
    continueWith: 'Fortsätt med {name}',
    or: 'eller',
    email: 'E-postadress',
    emailExample: 'namn@example.com',
    sendLink: 'Skicka en inloggningslänk till mig',
    submit: 'Logga in',
    unsupported: 'Det går inte att logga in med {name} i den här webbläsaren.',
    none: 'Här finns ännu inget sätt att logga in.',
    code: 'Kod: {code}',
    lastUsed: 'Senast använd',
    showPassword: 'Visa lösenordet',
    passkey: 'Logga in med en nyckel (passkey)',
    unknown: 'Det här sättet att logga in finns inte här. Välj ett annat.',
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
    Signin: 'Inloggningen misslyckades. Försök igen eller välj ett annat sätt att logga in.',
    OAuthSignin:
      'Inloggningen via tjänsten kunde inte påbörjas. Vänta en stund och försök igen, eller välj ett annat sätt.',
    OAuthCallbackError:
      'Tjänsten bekräftade inte din inloggning. Försök igen eller välj ett annat sätt att logga in.',
    OAuthCreateAccount:
      'Tjänsten bekräftade vem du är, men det gick inte att skapa ett konto åt dig här. Försök igen eller välj ett annat sätt att logga in.',
    EmailCreateAccount:
      'Det gick inte att skapa ett konto för den här e-postadressen. Försök igen eller använd en annan adress.',
    Callback: 'Något gick fel under inloggningen. Börja om från den här sidan.',
    OAuthAccountNotLinked:
      'Det finns redan ett konto med den här e-postadressen. Logga in på samma sätt som tidigare, så att vi vet att det är ditt.',
    EmailSignin:
      'E-postmeddelandet kunde inte skickas. Kontrollera att adressen är rätt skriven och försök igen.',
    CredentialsSignin: 'Uppgifterna stämmer inte med något konto. Kontrollera dem och försök igen.',
    SessionRequired: 'Logga in för att öppna sidan.',
  },
  present: {
    named: 'Du är inloggad som {name}.',
    unnamed: 'Du är inloggad.',
    other: 'Använd ett annat konto',
  },
  signInReasons: {
    cancelled: 'Du avbröt inloggningen. Du kan försöka igen när du vill.',
    expired: 'Det tog för lång tid eller påbörjades i en annan webbläsare. Börja om.',
    ours: 'Något hos oss fungerar inte; det är inte ditt fel. Välj ett annat sätt att logga in eller försök igen senare.',
    service:
      'Tjänsten som du valde svarar inte som den ska just nu. Försök igen om några minuter eller välj ett annat sätt att logga in.',
    'other-way':
      'Vi kan inte logga in dig på det här sättet, eftersom tjänsten inte lämnade alla uppgifter som vi behöver. Välj ett annat sätt att logga in.',
  },
  signOut: {
    title: 'Logga ut',
    question: 'Vill du logga ut i den här webbläsaren?',
    submit: 'Logga ut',
    stay: 'Förbli inloggad',
    nobody: 'Du är inte inloggad här.',
  },
  error: {
    Configuration: {
      title: 'Det går inte att logga in just nu',
      message: 'Webbplatsen är inte rätt inställd. Det är inte ditt fel.',
      advice: 'Försök igen senare. Kontakta dem som driver webbplatsen om problemet kvarstår.',
    },
    AccessDenied: {
      title: 'Åtkomst nekad',
      message: 'Det här kontot får inte logga in här.',
      advice: 'Logga in med ett annat konto eller be dem som driver webbplatsen om åtkomst.',
    },
    Verification: {
      title: 'Länken gäller inte längre',
      message: 'Den har gått ut, har redan använts eller är inte fullständig.',
      advice: 'Begär en ny på inloggningssidan.',
    },
    Default: {
      title: 'Något gick fel',
      message: 'Du kunde inte loggas in.',
      advice: 'Börja om från inloggningssidan.',
    },
  },
  verifyRequest: {
    title: 'Kolla din e-post',
    sentTo: 'Ett meddelande är på väg till {address}. Öppna länken i det för att logga in.',
    sent: 'Ett meddelande är på väg till dig. Öppna länken i det för att logga in.',
    code: 'Koden från meddelandet',
    codeHint: 'Mellanslag, bindestreck och små bokstäver spelar ingen roll.',
    submit: 'Logga in',
    wrongCode:
      'Koden är fel eller gäller inte längre. Jämför den med den i det senaste meddelandet.',
    attemptsLeft: 'Återstående försök: {count}',
    nothingThere: 'Inget efter några minuter? Titta i skräppostmappen.',
    again: 'Försök igen eller använd en annan adress',
  },
  confirmLink: {
    title: 'Är det du?',
    question: 'Du är på väg att logga in som {address}.',
    reason:
      'Det är inte säkert att länken begärdes i den här webbläsaren, så bekräfta att du vill logga in här.',
    submit: 'Ja, logga in',
    notMe: 'Är det inte din adress, eller har du inte bett om det? Stäng sidan: inget har hänt än.',
  },
  continueSignIn: {
    title: 'Ett steg till',
    message: 'Du är tillbaka från {name}. Fortsätt här för att bli klar.',
    submit: 'Fortsätt',
    notMe: 'Har du inte bett om det här? Stäng sidan: inget har hänt än.',
  },
  endSession: {
    title: 'Du är utloggad här',
    message: 'Du är fortfarande inloggad hos {name}. Fortsätt för att logga ut även där.',
    submit: 'Fortsätt till {name}',
    stay: 'Förbli inloggad där',
  },
  signedOut: {
    title: 'Inget har ändrats här',
    message:
      'Utloggningen påbörjades inte i den här webbläsaren, eller för mer än tio minuter sedan.',
  },
  devices: {
    title: 'Var du är inloggad',
    lead: 'Logga ut överallt där du inte längre behöver vara inloggad eller inte känner igen webbläsaren.',
    here: 'Den här webbläsaren',
    unknown: 'Okänd webbläsare',
    browserOn: '{browser} på {system}',
    signedIn: 'Inloggad: {when}',
    signedInWith: 'Inloggad med {name}: {when}',
    lastSeen: 'Senast aktiv: {when}',
    signOut: 'Logga ut',
    others: 'Logga ut överallt utom här',
    all: 'Logga ut överallt',
  },
  account: {
    title: 'Dina sätt att logga in',
    lead: 'Ta bort det du inte längre använder. Det sista sättet finns kvar.',
    synced: 'Synkroniserad nyckel',
    oneDevice: 'Nyckel på en enhet',
    mail: 'Länk via e-post',
    remove: 'Ta bort',
    rename: 'Byt namn',
    name: 'Nyckelns namn',
    save: 'Spara',
    only: 'Det här är ditt enda sätt att logga in och kan därför inte tas bort.',
  },
  ended: {
    'ended-by-user': 'Du loggades ut här från en annan enhet.',
    'signed-out-everywhere': 'Du loggades ut eftersom utloggning från alla enheter begärdes.',
    'password-changed': 'Du loggades ut eftersom lösenordet ändrades.',
    'email-changed': 'Du loggades ut eftersom e-postadressen ändrades.',
    'account-unlinked': 'Du loggades ut eftersom ett sätt att logga in togs bort.',
    'passkey-removed': 'Du loggades ut eftersom en nyckel (passkey) togs bort.',
    admin: 'De som driver webbplatsen har loggat ut dig.',
    'back-channel': 'Du loggades ut eftersom du loggade ut från tjänsten som du loggar in med.',
    'secret-leak': 'Alla loggades ut av säkerhetsskäl. Logga in igen.',
    other: 'Din session är slut. Logga in igen.',
  },
  problem: {
    400: {
      title: 'Det fungerade inte',
      message:
        'En del av begäran saknades eller kunde inte läsas. Gå tillbaka, ladda om sidan och försök igen.',
    },
    403: {
      title: 'Begäran avvisades',
      message:
        'Sidan kan ha varit öppen för länge, eller så skickades begäran från ett annat ställe. Gå tillbaka, ladda om sidan och försök igen.',
    },
    404: {
      title: 'Sidan hittades inte',
      message:
        'Det finns inget på den här adressen. Kontrollera att den är rätt skriven eller börja på startsidan.',
    },
    405: {
      title: 'Det går inte på det här sättet',
      message: 'Den här adressen kan inte öppnas direkt. Börja på startsidan.',
    },
    413: {
      title: 'För mycket data',
      message:
        'Det skickades mer än vad som kan tas emot här. Korta ned det du skrev och försök igen.',
    },
    415: {
      title: 'Okänt format',
      message: 'Det som skickades kan inte läsas här. Gå tillbaka och använd formuläret på sidan.',
    },
    429: {
      title: 'För många försök',
      message: 'Vänta några minuter och försök sedan igen.',
    },
    500: {
      title: 'Något gick fel hos oss',
      message: 'Ett oväntat fel inträffade. Försök igen om en stund.',
    },
    503: {
      title: 'Inte tillgängligt just nu',
      message:
        'Vi når inte en del av vårt system. Du har inte loggats ut; försök igen om en stund.',
    },
  },
  mail: {
    subject: 'Logga in på {host}',
    button: 'Logga in',
    link: 'Om knappen inte fungerar kan du kopiera den här adressen till webbläsaren:',
    code: 'Eller skriv den här koden på sidan där du ville logga in:',
    validity: 'Länken och koden fungerar en gång, i {minutes} min.',
    ignore:
      'Om du inte har bett om det här meddelandet kan du bortse från det. Ingen loggas in utan länken eller koden.',
  },
}
