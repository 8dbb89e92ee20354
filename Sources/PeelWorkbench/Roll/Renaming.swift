/// Giving photos other names.
extension Model {
  /// Gives the photo the name that was typed.
  mutating func rename(to name: String) {
    if name != item.title, isExporting(current) {
      message = note("\(item.title) is being exported; rename it when that is done")
      return
    }
    panel = nil
    guard name != item.title else { return }
    let rename = History.Rename(item: current, before: item.title, after: name, number: history.renames)
    history.record(History.Step(title: rename.title, current: current, work: .rename(rename)), at: time)
    ask(.rename(RenameOrder(rename: rename, name: name, isAgain: false)))
  }

  /// The next change of an item's name that isn't done yet; nil if there is none.
  func renaming(_ item: ItemID) -> RenameOrder? {
    for case .rename(let order) in jobs.orders where order.item == item { return order }
    return nil
  }

  /// Notes a photo's new name. Names are given in the order in which they were asked for.
  mutating func renamed(_ order: RenameOrder, to name: String) {
    var rename = order.rename
    let old = roll[order.item].title
    if name == old, !order.isAgain {
      history.forget(rename)
      message = note("its name is \(name) already")
      return
    }
    if !order.isAgain {
      (rename.before, rename.after) = (old, name)
      history.note(rename)
      // An undo that was asked for meanwhile has its own message.
      if renaming(order.item) == nil { message = note(rename.title + wordsForScans(of: order.item)) }
    }
    roll[order.item].title = name
    if order.item == current { ask(.remember(item: current)) }
  }

  mutating func notRenamed(_ order: RenameOrder, _ sentence: Sentence) {
    history.forget(order.rename)
    message = trouble(sentence.text)
    // The person goes on with the name, unless they have gone elsewhere meanwhile.
    if !order.isAgain, order.item == current, panel == nil, !isFiltering, page.isDesk {
      open(.entry(.name, order.rename.after))
    }
  }

  /// Says that a photo's scans keep its name before it's renamed; empty if it has none.
  private func wordsForScans(of photo: ItemID) -> String {
    roll[photo].exported == nil ? "" : "; its scans keep the old name"
  }
}
