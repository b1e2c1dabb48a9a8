import type { Texts } from '../../types/texts.ts'

export const de: Texts = {
  lang: 'de',
  direction: 'ltr',
  common: {
    home: 'Zur Startseite',
    toSignIn: 'Zurück zur Anmeldung',
    reference: 'Referenz: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Versuchen Sie es in {duration} erneut.',
    notYou: 'Wenn Sie das nicht waren, wenden Sie sich an den Administrator der Website.',
  },
  signIn: {
    title: 'Anmelden',
    to: 'weiter zu {host}',
    continueWith: 'Weiter mit {name}',
    or: 'oder',
    email: 'E-Mail-Adresse',
    emailExample: 'name@example.com',
    sendLink: 'Weiter mit E-Mail',
    submit: 'Anmelden',
    unsupported:
      'Dieser Browser unterstützt {name} nicht. Verwenden Sie eine andere Anmeldemethode.',
    none: 'Die Anmeldung ist noch nicht eingerichtet.',
    code: 'Fehlercode: {code}',
    lastUsed: 'Zuletzt verwendet',
    showPassword: 'Passwort anzeigen',
    passkey: 'Mit Passkey anmelden',
    unknown: 'Diese Anmeldemethode ist nicht verfügbar. Wählen Sie eine andere.',
    wrongEmailOrPassword: 'E-Mail-Adresse oder Passwort ist nicht korrekt.',
    wrongUsernameOrPassword: 'Benutzername oder Passwort ist nicht korrekt.',
    unsupportedPasskey:
      'Dieser Browser unterstützt keine Passkeys. Aktualisieren Sie ihn oder verwenden Sie eine andere Anmeldemethode.',
  },
  fields: {
    username: 'Benutzername',
    password: 'Passwort',
    code: 'Code',
    oneTimeCode: 'Einmalcode',
    name: 'Name',
    phone: 'Telefonnummer',
  },
  signInErrors: {
    Signin:
      'Die Anmeldung ist fehlgeschlagen. Versuchen Sie es erneut oder verwenden Sie eine andere Anmeldemethode.',
    OAuthSignin:
      'Wir konnten den Dienst nicht erreichen. Versuchen Sie es gleich noch einmal oder verwenden Sie eine andere Anmeldemethode.',
    OAuthCallbackError:
      'Der Dienst hat die Anmeldung nicht abgeschlossen. Versuchen Sie es erneut oder verwenden Sie eine andere Anmeldemethode.',
    OAuthCreateAccount:
      'Wir konnten Ihr Konto nicht erstellen. Versuchen Sie es erneut oder verwenden Sie eine andere Anmeldemethode.',
    EmailCreateAccount:
      'Wir konnten Ihr Konto nicht erstellen. Versuchen Sie es erneut oder verwenden Sie eine andere E-Mail-Adresse.',
    Callback: 'Bei der Anmeldung ist ein Fehler aufgetreten. Versuchen Sie es erneut.',
    OAuthAccountNotLinked:
      'Diese E-Mail-Adresse wird bereits mit einer anderen Anmeldemethode verwendet. Melden Sie sich mit dieser Methode an.',
    EmailSignin:
      'Wir konnten die E-Mail nicht senden. Prüfen Sie die Adresse und versuchen Sie es erneut.',
    CredentialsSignin:
      'Die Anmeldedaten sind nicht korrekt. Prüfen Sie sie und versuchen Sie es erneut.',
    SessionRequired: 'Melden Sie sich an, um fortzufahren.',
  },
  providerErrors: {
    OAuthSignin:
      'Wir konnten {name} nicht erreichen. Versuchen Sie es gleich noch einmal oder verwenden Sie eine andere Anmeldemethode.',
    OAuthCallbackError:
      '{name} hat die Anmeldung nicht abgeschlossen. Versuchen Sie es erneut oder verwenden Sie eine andere Anmeldemethode.',
    service:
      '{name} antwortet nicht. Versuchen Sie es in einigen Minuten erneut oder verwenden Sie eine andere Anmeldemethode.',
    'other-way':
      '{name} hat uns nicht alle Angaben übermittelt, die wir für die Anmeldung brauchen. Verwenden Sie eine andere Anmeldemethode.',
  },
  present: {
    named: 'Sie sind als {name} angemeldet.',
    unnamed: 'Sie sind angemeldet.',
    other: 'Anderes Konto verwenden',
  },
  signInReasons: {
    cancelled:
      'Anmeldung abgebrochen. Versuchen Sie es erneut oder verwenden Sie eine andere Anmeldemethode.',
    expired:
      'Diese Anmeldung ist abgelaufen oder wurde in einem anderen Browser begonnen. Versuchen Sie es erneut.',
    ours: 'Auf unserer Seite ist ein Fehler aufgetreten. Versuchen Sie es später erneut oder verwenden Sie eine andere Anmeldemethode.',
    service:
      'Der Dienst antwortet nicht. Versuchen Sie es in einigen Minuten erneut oder verwenden Sie eine andere Anmeldemethode.',
    'other-way':
      'Der Dienst hat uns nicht alle Angaben übermittelt, die wir für die Anmeldung brauchen. Verwenden Sie eine andere Anmeldemethode.',
    removed:
      'Dieser Passkey wurde aus Ihrem Konto entfernt. Verwenden Sie eine andere Anmeldemethode.',
    'step-up': 'Melden Sie sich erneut an, um fortzufahren. Das schützt Ihr Konto.',
  },
  signOut: {
    title: 'Abmelden',
    question: 'Möchten Sie sich wirklich abmelden?',
    submit: 'Abmelden',
    stay: 'Angemeldet bleiben',
    nobody: 'Sie sind nicht angemeldet.',
  },
  error: {
    Configuration: {
      title: 'Anmeldung nicht verfügbar',
      message: 'Diese Website ist nicht richtig eingerichtet.',
      advice:
        'Versuchen Sie es später erneut. Wenn das Problem bestehen bleibt, wenden Sie sich an den Administrator der Website.',
    },
    AccessDenied: {
      title: 'Kein Zugriff',
      message: 'Dieses Konto hat hier keinen Zugriff.',
      advice:
        'Verwenden Sie ein anderes Konto oder bitten Sie den Administrator der Website um Zugriff.',
    },
    Verification: {
      title: 'Dieser Link funktioniert nicht mehr',
      message: 'Er ist möglicherweise abgelaufen oder wurde bereits verwendet.',
      advice: 'Melden Sie sich erneut an, um einen neuen Link zu erhalten.',
    },
    Default: {
      title: 'Ein Fehler ist aufgetreten',
      message: 'Die Anmeldung ist fehlgeschlagen.',
      advice: 'Versuchen Sie erneut, sich anzumelden.',
    },
  },
  verifyRequest: {
    title: 'Prüfen Sie Ihren Posteingang',
    sentTo:
      'Wir haben eine E-Mail an {address} gesendet. Öffnen Sie den Link darin oder geben Sie unten den Code ein.',
    sent: 'Wir haben Ihnen eine E-Mail gesendet. Öffnen Sie den Link darin, um sich anzumelden.',
    linkSentTo:
      'Wir haben eine E-Mail an {address} gesendet. Öffnen Sie den Link darin, um sich anzumelden.',
    code: 'Code aus der E-Mail',
    codeHint: '8 Buchstaben und Ziffern. Bindestrich und Großschreibung sind nicht nötig.',
    submit: 'Anmelden',
    wrongCode:
      'Dieser Code ist falsch oder abgelaufen. Sehen Sie in der neuesten E-Mail nach und versuchen Sie es erneut.',
    attemptsLeft: 'Verbleibende Versuche: {count}',
    nothingThere: 'Keine E-Mail erhalten? Prüfen Sie den Spam-Ordner.',
    again: 'Erneut senden oder andere E-Mail-Adresse verwenden',
  },
  confirmLink: {
    title: 'Sind Sie das?',
    question: 'Sie melden sich als {address} an.',
    reason:
      'Dieser Link wurde möglicherweise in einem anderen Browser angefordert. Bestätigen Sie, dass Sie sich hier anmelden möchten.',
    submit: 'Ja, anmelden',
    notMe:
      'Nicht Ihre E-Mail-Adresse oder nicht angefordert? Schließen Sie diese Seite, dann werden Sie nicht angemeldet.',
  },
  continueSignIn: {
    title: 'Noch ein Schritt',
    message: 'Fahren Sie fort, um die Anmeldung mit {name} abzuschließen.',
    submit: 'Weiter',
    notMe: 'Nicht angefordert? Schließen Sie diese Seite, dann werden Sie nicht angemeldet.',
  },
  keptForm: {
    title: 'Ihr Formular ist noch da',
    message: 'Ihre Eingaben wurden noch nicht gesendet.',
    submit: 'Formular senden',
    discard: 'Nicht senden',
  },
  endSession: {
    title: 'Sie sind abgemeldet',
    message: 'Bei {name} sind Sie noch angemeldet. Auch dort abmelden?',
    submit: 'Bei {name} abmelden',
    stay: 'Bei {name} angemeldet bleiben',
  },
  signedOut: {
    title: 'Abmeldung abgelaufen',
    message:
      'Diese Abmeldung wurde in einem anderen Browser oder vor mehr als zehn Minuten begonnen. Es hat sich nichts geändert.',
  },
  devices: {
    title: 'Wo Sie angemeldet sind',
    lead: 'Melden Sie jeden Browser ab, den Sie nicht kennen oder nicht mehr verwenden.',
    here: 'Dieser Browser',
    unknown: 'Unbekannter Browser',
    browserOn: '{browser} unter {system}',
    signedIn: 'Angemeldet: {when}',
    signedInWith: 'Angemeldet mit {name}: {when}',
    lastSeen: 'Zuletzt aktiv: {when}',
    signOut: 'Abmelden',
    others: 'Überall sonst abmelden',
    all: 'Überall abmelden',
    now: 'Gerade aktiv',
  },
  account: {
    title: 'Anmeldemethoden',
    lead: 'Entfernen Sie, was Sie nicht mehr verwenden. Mindestens eine Methode muss bleiben.',
    synced: 'Synchronisierter Passkey',
    oneDevice: 'Passkey auf einem Gerät',
    mail: 'E-Mail-Link',
    remove: 'Entfernen',
    rename: 'Umbenennen',
    name: 'Name des Passkeys',
    save: 'Speichern',
    only: 'Ihre einzige Anmeldemethode können Sie nicht entfernen.',
    unused:
      'Noch nicht verwendet. Melden Sie sich einmal damit an, bevor Sie andere Anmeldemethoden entfernen.',
    accounts: 'Verbundene Konten',
    passkeys: 'Passkeys',
    noPasskeys: 'Noch keine Passkeys.',
    removed: 'Entfernt.',
    renamed: 'Name gespeichert.',
    signedOut: 'Abgemeldet.',
    tooLongAgo: 'Melden Sie sich zum Schutz Ihres Kontos für diese Änderung erneut an.',
    failed: 'Das hat nicht funktioniert. Versuchen Sie es erneut.',
  },
  ended: {
    'ended-by-user': 'Sie wurden von einem anderen Gerät aus abgemeldet.',
    'signed-out-everywhere': 'Sie wurden auf allen Geräten abgemeldet. Melden Sie sich wieder an.',
    'password-changed':
      'Ihr Passwort wurde geändert, deshalb haben wir Sie abgemeldet. Melden Sie sich mit dem neuen an.',
    'email-changed':
      'Ihre E-Mail-Adresse wurde geändert, deshalb haben wir Sie abgemeldet. Melden Sie sich wieder an.',
    'account-unlinked':
      'Eine Anmeldemethode wurde entfernt, deshalb haben wir Sie abgemeldet. Melden Sie sich wieder an.',
    'passkey-removed':
      'Ein Passkey wurde entfernt, deshalb haben wir Sie abgemeldet. Melden Sie sich wieder an.',
    'factor-added':
      'Die Bestätigung in zwei Schritten wurde aktiviert, deshalb haben wir Sie abgemeldet. Melden Sie sich wieder an.',
    'factor-removed':
      'Eine Methode der Bestätigung in zwei Schritten wurde entfernt, deshalb haben wir Sie abgemeldet. Melden Sie sich wieder an.',
    'recovery-used':
      'Ihr Konto wurde wiederhergestellt, deshalb haben wir Sie abgemeldet. Melden Sie sich wieder an.',
    admin: 'Ein Administrator hat Sie abgemeldet. Melden Sie sich wieder an.',
    'back-channel':
      'Sie haben sich bei dem Dienst abgemeldet, mit dem Sie sich anmelden. Deshalb haben wir Sie auch hier abgemeldet.',
    'secret-leak': 'Zum Schutz der Konten haben wir alle abgemeldet. Melden Sie sich wieder an.',
    other: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an.',
  },
  problem: {
    400: {
      title: 'Das konnten wir nicht verarbeiten',
      message: 'Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut.',
    },
    403: {
      title: 'Diese Seite ist abgelaufen',
      message: 'Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es erneut.',
    },
    404: {
      title: 'Seite nicht gefunden',
      message: 'Prüfen Sie die Adresse oder beginnen Sie auf der Startseite.',
    },
    405: {
      title: 'Diese Seite lässt sich nicht direkt öffnen',
      message: 'Beginnen Sie auf der Startseite.',
    },
    413: {
      title: 'Die Eingabe ist zu lang',
      message: 'Kürzen Sie Ihre Eingabe und versuchen Sie es erneut.',
    },
    415: {
      title: 'Das konnten wir nicht lesen',
      message: 'Gehen Sie zurück und verwenden Sie das Formular auf der Seite.',
    },
    429: {
      title: 'Zu viele Versuche',
      message: 'Warten Sie einige Minuten und versuchen Sie es dann erneut.',
    },
    500: {
      title: 'Ein Fehler ist aufgetreten',
      message: 'Das Problem liegt bei uns. Versuchen Sie es gleich noch einmal.',
    },
    503: {
      title: 'Vorübergehend nicht verfügbar',
      message:
        'Ein Teil unseres Systems antwortet nicht. Sie wurden nicht abgemeldet. Versuchen Sie es gleich noch einmal.',
    },
    acting: {
      title: 'Sie handeln für eine andere Person',
      message:
        'Das ist währenddessen nicht möglich. Melden Sie sich einmal ab, um zu Ihrem eigenen Konto zurückzukehren.',
    },
  },
  mail: {
    subject: 'Anmelden bei {host}',
    button: 'Anmelden',
    link: 'Die Schaltfläche funktioniert nicht? Kopieren Sie diesen Link in Ihren Browser:',
    code: 'Oder geben Sie diesen Code dort ein, wo Sie die Anmeldung begonnen haben:',
    validity: 'Link und Code sind {duration} gültig und nur einmal verwendbar.',
    ignore:
      'Nicht angefordert? Dann können Sie diese E-Mail ignorieren. Geben Sie Link und Code niemals weiter.',
    linkValidity: 'Der Link ist {duration} gültig und nur einmal verwendbar.',
    linkIgnore:
      'Nicht angefordert? Dann können Sie diese E-Mail ignorieren. Geben Sie den Link niemals weiter.',
  },
}
