import type { CoreMessages } from "../../pages/core-messages.js";

/** German, formal; `{app}` and `{provider}` stand where a dative can. */
export const core: CoreMessages = {
  thisSite: "dieser Website",
  theService: "dem gewählten Dienst",
  theAccount: "Das gewählte Konto",
  thisAccount: "Dieses {provider}-Konto",
  signIn: "Anmelden",
  signInTo: "Bei {app} anmelden",
  signedIn: "Sie sind angemeldet.",
  signedInAs: "Sie sind als {user} angemeldet.",
  goOn: "{continue} oder {signOut}",
  continue: "Weiter",
  orSignOut: "abmelden",
  or: "oder",
  more: "Weitere Anmeldemöglichkeiten",
  noWay: "Es gibt noch keine Möglichkeit, sich anzumelden.",
  show: "Anzeigen",
  hide: "Verbergen",
  signOut: "Abmelden",
  signOutAsk: "Abmelden?",
  signOutOf: "Bei {app} abmelden?",
  cancel: "Abbrechen",
  checkEmail: "Sehen Sie in Ihr Postfach",
  mailSent: "Wir haben Ihnen eine E-Mail zum Anmelden gesendet.",
  linkDays: {
    one: "Der Link darin gilt einmal und noch einen Tag.",
    other: "Der Link darin gilt einmal und noch {count} Tage.",
  },
  linkHours: {
    one: "Der Link darin gilt einmal und noch eine Stunde.",
    other: "Der Link darin gilt einmal und noch {count} Stunden.",
  },
  linkMinutes: {
    one: "Der Link darin gilt einmal und noch eine Minute.",
    other: "Der Link darin gilt einmal und noch {count} Minuten.",
  },
  checkSpam: "Nach einigen Minuten noch nichts da? Sehen Sie auch im Spam-Ordner nach.",
  sendAgain: "Erneut senden oder andere Adresse verwenden",
  confirm: "Drücken Sie die Schaltfläche, um die Anmeldung abzuschließen.",
  elsewhere:
    "Dieser Browser hat die E-Mail nicht angefordert, oder es ist eine Weile her. Wenn Sie sie nicht selbst angefordert haben, schließen Sie diese Seite.",
  elsewhereAs: "Sie werden als {address} angemeldet.",
  elsewhereOpen: "{user} ist hier zurzeit angemeldet und wird abgemeldet.",
  addAsk: "{provider} hinzufügen?",
  addText:
    "Sie sind als {user} angemeldet, über den Link einer E-Mail, die ein anderer Browser angefordert hat. Wenn Sie fortfahren, öffnet {provider} künftig dieses Konto. Wenn es nicht Ihr Konto ist, melden Sie sich zuerst ab.",
  addButton: "Diesem Konto hinzufügen",
  tryAgain: "Erneut versuchen",
  tryAgainWith: "Erneut mit {provider} versuchen",
  anotherWay: "Anders anmelden",
  backToSignIn: "Zurück zur Anmeldung",
  sendNewLink: "Neuen Link senden",
  "box.other":
    "Die Anmeldung hat nicht funktioniert. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.",
  "box.OAuthCallbackError":
    "Die Anmeldung mit {provider} wurde abgebrochen oder abgelehnt. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.",
  "box.OAuthCallbackError.cancelled":
    "Sie haben die Anmeldung mit {provider} abgebrochen. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.",
  "box.OAuthCallbackError.refused":
    "Die Anmeldung mit {provider} war nicht möglich. Versuchen Sie es in einigen Minuten erneut oder wählen Sie einen anderen Weg.",
  "box.OAuthAccountNotLinked":
    "{account} wurde nicht verwendet: Die E-Mail-Adresse gehört zu jemandem, der sich auf andere Weise anmeldet. Wenn Sie das sind, melden Sie sich wie bisher an; danach können Sie es hinzufügen.",
  "box.AccountNotLinked":
    "Es gibt bereits ein Konto mit dieser E-Mail-Adresse, oder der Passkey gehört zu einem anderen Konto. Melden Sie sich wie bisher an.",
  notAdded:
    "{account} gehört zu einem anderen Benutzer und wurde deshalb nicht hinzugefügt. Sie sind weiterhin angemeldet.",
  "box.EmailSignin":
    "Die E-Mail konnte nicht gesendet werden. Prüfen Sie die Adresse und versuchen Sie es erneut.",
  "box.CredentialsSignin": "Die Anmeldung hat nicht funktioniert. Prüfen Sie, ob Ihre Angaben stimmen.",
  "box.SessionRequired": "Melden Sie sich an, um diese Seite zu sehen.",
  "box.MissingCSRF":
    "Diese Seite war zu lange geöffnet, oder Ihr Browser blockiert Cookies. Versuchen Sie es erneut.",
  "box.TooManyAttempts": "Es waren zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es erneut.",
  "Configuration.title": "Die Anmeldung hat nicht funktioniert",
  "Configuration.text":
    "Unterwegs ist etwas schiefgegangen, oder bei {app} kann sich zurzeit niemand anmelden. Versuchen Sie es erneut. Wenn es wieder geschieht, wählen Sie einen anderen Weg oder kommen Sie später wieder.",
  "AccessDenied.title": "Mit diesem Konto können Sie sich nicht anmelden",
  "AccessDenied.text":
    "Es hat bei {app} keinen Zugang. Wenn Sie ein anderes Konto haben, verwenden Sie bitte dieses.",
  "Forbidden.title": "Sie haben keinen Zugriff auf diese Seite",
  "Forbidden.text":
    "Ihr Konto bei {app} darf sie nicht öffnen. Wenn Sie ein anderes Konto haben, verwenden Sie bitte dieses.",
  "NotFound.title": "Diese Seite gibt es hier nicht",
  "NotFound.text": "Vielleicht wurde sie entfernt, oder Ihr Konto bei {app} darf sie nicht sehen.",
  "TooManyAttempts.title": "Zu viele Versuche",
  "TooManyAttempts.text": {
    one: "Warten Sie eine Minute und versuchen Sie es erneut.",
    other: "Warten Sie {count} Minuten und versuchen Sie es erneut.",
  },
  "TooManyAttempts.soon": "Warten Sie einige Minuten und versuchen Sie es erneut.",
  "Verification.title": "Dieser Link gilt nicht mehr",
  "Verification.text":
    "Er wurde bereits verwendet oder ist abgelaufen: Ein Link gilt nur einmal. Fordern Sie einen neuen an.",
  "WebAuthnVerificationError.title": "Ihr Passkey konnte nicht geprüft werden",
  "WebAuthnVerificationError.text": "Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.",
  "stale.title": "{provider} hat nicht neu nachgefragt",
  "stale.text":
    "Diese Seite verlangt eine ganz neue Anmeldung, {provider} hat aber eine ältere gemeldet. Melden Sie sich auf andere Weise an.",
  "expired.title": "Diese Anmeldung ist abgelaufen",
  "expired.text":
    "Sie hat länger als 15 Minuten gedauert, war bereits abgeschlossen, wurde in einem anderen Tab neu begonnen oder kam aus einem anderen Browser. Beginnen Sie von vorn. Wenn das nicht hilft, lassen Sie für diese Website Cookies zu.",
  "slow.title": "Keine Antwort von {provider}",
  "slow.text":
    "Vielleicht ist der Dienst überlastet. Versuchen Sie es in einigen Minuten erneut oder melden Sie sich auf andere Weise an.",
  "provider.title": "Anmeldung mit {provider} nicht möglich",
  "provider.text":
    "Der Dienst ist gestört oder arbeitet nicht mit {app} zusammen. Versuchen Sie es in einigen Minuten erneut oder wählen Sie einen anderen Weg.",
  "address.title": "Das ist keine E-Mail-Adresse",
  "address.text": "Prüfen Sie sie auf Tippfehler.",
  "mail.title": "Die E-Mail konnte nicht gesendet werden",
  "mail.text":
    "Prüfen Sie die Adresse und versuchen Sie es in einigen Minuten erneut, oder melden Sie sich auf andere Weise an.",
  "passkey.title": "Dieser Passkey ist nicht bekannt",
  "passkey.text":
    "Bei {app} gehört er zu keinem Konto. Verwenden Sie einen anderen Passkey oder melden Sie sich auf andere Weise an.",
  "store.title": "Zurzeit nicht möglich",
  "store.text": "Ein Teil von {app} antwortet nicht. Versuchen Sie es in einigen Minuten erneut.",
  "other.title": "Etwas ist schiefgegangen",
  "other.text": "Die Anmeldung hat nicht funktioniert. Bitte versuchen Sie es erneut.",
  lastUsed: "Zuletzt verwendet",
  signInWith: "Mit {provider} anmelden",
  email: "E-Mail",
  sendLink: "Anmeldelink zusenden",
  passkeysNeedJavaScript: "Passkeys benötigen JavaScript.",
  signInWithPasskey: "Mit Passkey anmelden",
  addPasskey: "Passkey hinzufügen",
  addPasskeyText:
    "Melden Sie sich beim nächsten Mal mit Finger, Gesicht oder Bildschirmsperre an, ohne Passwort.",
  passkeyAdded: "Passkey hinzugefügt. Ab jetzt können Sie sich damit anmelden.",
  passkeyNotAdded: "Es wurde kein Passkey hinzugefügt. Versuchen Sie es erneut oder auf einem anderen Gerät.",
  passkeyKnown: "Dieses Gerät hat bereits einen Passkey für Ihr Konto.",
  passkeysMissing:
    "Dieser Browser unterstützt keine Passkeys. Fügen Sie einen mit einem anderen Browser hinzu.",
  passkeyUnsupported:
    "Dieser Browser unterstützt keine Passkeys. Melden Sie sich auf andere Weise oder mit einem anderen Browser an.",
  passkeyExists: "Dieses Gerät hat für diese Website bereits einen Passkey. Melden Sie sich damit an.",
  passkeyCancelled:
    "Es wurde kein Passkey verwendet: Sie haben abgebrochen, oder dieses Gerät hat keinen für diese Website. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.",
  passkeyFailed:
    "Der Passkey konnte nicht verwendet werden. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.",
  terms: "Nutzungsbedingungen",
  privacy: "Datenschutz",
  mailSubject: "Anmelden bei {app}",
  mailHeading: "Anmelden bei {app}",
  mailButton: "Anmelden",
  mailClosing: "Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie bitte.",
  codeText:
    "Wir haben Ihnen eine E-Mail gesendet. Folgen Sie dem Link darin oder geben Sie den Code hier ein: Eines von beiden gilt, einmal.",
  codeOver: "Wir haben Ihnen eine E-Mail gesendet. Der Link darin gilt einmal; der Code gilt nicht mehr.",
  codeSentTo: "Gesendet an",
  code: "Code",
  codeAgain: "Neue E-Mail senden",
  codeAgainText:
    "Mit einer neuen E-Mail gelten Link und Code der vorigen nicht mehr. Sehen Sie zuerst im Spam-Ordner nach.",
  codeOtherAddress: "Andere Adresse verwenden",
  codeElsewhere:
    "Diese Anmeldung wurde in einem anderen Browser, auf einem anderen Gerät oder vor einiger Zeit begonnen. Sie können sie hier abschließen oder dort, wo Sie begonnen haben, den Code aus der E-Mail eingeben. Wenn Sie sie nicht begonnen haben, schließen Sie diese Seite.",
  "code.wrong": "Dieser Code stimmt nicht. Geben Sie die acht Ziffern der neuesten E-Mail ein.",
  "code.gone":
    "Dieser Code gilt nicht mehr: Er wurde verwendet, ist älter als 10 Minuten oder wurde für einen anderen Browser gesendet. Folgen Sie dem Link in der E-Mail oder fordern Sie eine neue an.",
  "code.tries":
    "Es wurden zu viele falsche Codes eingegeben, deshalb gilt der Code nicht mehr. Folgen Sie dem Link in der E-Mail oder fordern Sie eine neue an.",
  "code.store":
    "Das ist im Moment nicht möglich. Ihr Code wurde nicht verbraucht: Versuchen Sie es in einigen Minuten erneut.",
  heldKeep: "Anmeldung mit {ways} behalten",
  heldHint:
    "Diese Verbindung bestand, bevor die Adresse bestätigt wurde. Setzen Sie den Haken nur, wenn Sie sie selbst hergestellt haben.",
  heldSubject: "Waren Sie das? {provider} bei {app}",
  heldHeading: "{provider} bei {app} wieder verbinden",
  heldMore:
    "Jemand, vielleicht Sie, wollte sich mit {provider} bei Ihrem Konto anmelden. Diese Verbindung bestand, bevor Ihre Adresse bestätigt wurde, deshalb fragen wir nach. Folgen Sie dem Link innerhalb von 15 Minuten in dem Browser, in dem Sie es versucht haben, und melden Sie sich dann noch einmal mit {provider} an.",
  heldButton: "Das war ich: wieder verbinden",
  heldClosing: "Wenn Sie es nicht waren, ignorieren Sie diese E-Mail: Niemand kommt hinein.",
  mailCodeLead:
    "Oder geben Sie innerhalb von 10 Minuten diesen Code in dem Browser ein, in dem Sie die E-Mail angefordert haben:",
  mailCodeClosing:
    "Geben Sie den Code niemandem: Wir fragen nie danach. Wenn Sie diese E-Mail nicht angefordert haben, ignorieren Sie sie.",
  leaveTitle: "Bei {provider} abmelden",
  leaveText: "Sie sind hier abgemeldet. Fahren Sie fort, um sich auch bei {provider} abzumelden.",
  leaveOn: "Weiter",
  leaveHere: "Sie sind hier abgemeldet",
  leaveRest: "Bei {provider} sind Sie vielleicht noch angemeldet.",
};
