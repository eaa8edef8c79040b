"""The pages through a proxy, over TLS: the bridge's windows, and an edit that arrives."""

from support.windows import answer


def test_two_people_share_and_write_through_the_proxy(person):
    ann, bob = person("ann"), person("bob")
    ann.sign_up()
    bob.sign_up()
    ann.begin_conversation(bob.handle)
    ann.say("Shall we bake?")
    bob.messenger.get_by_role("navigation", name="Conversations").get_by_role("link").first.click()
    bob.reads("Shall we bake?")
    ann.open_recipes()
    ann.sign_up_to_recipes()
    ann.write_recipe("Apple pie", ingredients="Flour")
    sheet = ann.share(bob.handle)
    answer(sheet, "Allow")
    ann.reads("Apple pie")
    page = bob.open_shared("Apple pie")
    bob.sign_up_to_recipes(page)
    bob.prove()
    bob.sees("Ingredients", "Flour")
    bob.write("Ingredients", "\nButter")
    ann.sees("Ingredients", "Butter")
