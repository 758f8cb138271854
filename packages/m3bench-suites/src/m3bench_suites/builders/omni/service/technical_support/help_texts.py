"""What helps with messages of apps."""

STEPS = {
    "Connection lost": (
        "Check whether other pages open on the same device; if not, restart the router and wait two minutes.",
        "Move closer to the router, or connect the device with a cable until the entry is saved.",
        "Close all other programs that load or send large files, such as backups and video calls.",
        "Open the app again and look into the drafts: an entry that was interrupted is often kept there.",
        "Press the button once only, and keep the window open until the green message appears.",
        "If the message comes back, write down the exact time and send it to us with this card.",
    ),
    "Session expired": (
        "Copy the text of long fields into a note first, because the form is emptied when you sign in.",
        "Sign out in the menu at the top right, and close every window of the app, also on other devices.",
        "Check that date and time of the device are set automatically, since a wrong clock ends a session.",
        "Sign in again with your own account; shared accounts end each other's sessions after a while.",
        "Fill in the form within fifteen minutes, or save a draft in between to stay signed in.",
        "If it happens more than twice a day, ask your administrator to prolong the session.",
    ),
    "Card declined": (
        "Compare the number, the month of expiry and the name with the card, letter by letter.",
        "Confirm the payment in the app of your bank; the request is open for about three minutes only.",
        "Check the limit for payments on the internet, which many banks set lower than that of the card.",
        "Try another card or a transfer if the amount is larger than the limit of a single payment.",
        "Do not press the button a third time: after three attempts banks block the card for a day.",
        "If your bank says that nothing reached it, send us the time of the attempt and the amount.",
    ),
    "Field is missing": (
        "Scroll through the whole form once: fields that are needed have a thin red line on their left.",
        "Put amounts into the form with a point and two digits, and leave out the sign of the currency.",
        "Choose the customer from the list that opens; a name that is only typed does not count as chosen.",
        "Remove blanks before and after numbers of orders that you copied from a letter or a message.",
        "Save the form as a draft and open it again, which also shows fields that were folded away.",
        "If no field is marked, send us a recording of the whole form, from its top to its bottom.",
    ),
    "Server is busy": (
        "Wait five minutes before you try again; every further attempt joins the end of the queue.",
        "Look at our status page to see whether maintenance was announced for your region today.",
        "Work outside the busiest hours if you can, which are from nine to eleven in the morning.",
        "Send large attachments after the entry itself, so that the form needs less time to be saved.",
        "Do not open the same entry in two windows, because each of them holds a place on the server.",
        "If it lasts longer than an hour, call us, and we will save the entry for you from our side.",
    ),
}
"""Six steps for each message."""
