import Foundation
import TestDesk

// A monkey at the desk: ten minutes of keys, clicks, drags and wheel on the staged program, all by
// chance; then its log and its library are looked into. The same seed does the same things.
//
// usage: monkey [SEED [MINUTES]]

guard Seclusion.enter() else {
  print("This machine gives no program a network of its own: a monkey would reach the internet.")
  exit(2)
}
let words = CommandLine.arguments.dropFirst().filter { !$0.isEmpty }
let seed = words.first.flatMap { UInt64($0) } ?? UInt64.random(in: 1...9999)
let minutes = words.dropFirst().first.flatMap { Double($0) } ?? 10
let folder = URL(fileURLWithPath: ".build/monkey/\(seed)")
let diary = try Diary(folder: folder)
diary.say("seed \(seed), \(minutes) minutes; every step is in \(folder.path)/steps.log")
let monkey = try Monkey(seed: seed, diary: diary)
monkey.play(minutes: minutes)
if diary.complaints.isEmpty {
  diary.say("seed \(seed) is clean")
} else {
  diary.say("seed \(seed): \(diary.complaints.count) things are wrong; see \(folder.path)")
  exit(1)
}
