// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphember.config.SettingsReference.Entry;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.setting.CrossChecked;
import io.graphember.spi.setting.Inlined;
import io.graphember.spi.setting.Setting;
import io.graphember.spi.setting.Tag;
import io.graphember.spi.setting.Tagged;
import io.graphember.spi.setting.TaggedRecord;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sections of which a tag says what they hold. */
class TaggedTest {
  @Tagged(value = "What is sent.", by = "cargo")
  sealed interface Cargo {}

  record Weight(@Setting(value = "Of the whole.", byDefault = "1") @Min(1) int kilograms) {}

  @Tag("coal")
  record Coal(@Inlined Weight weight, @Setting(value = "Pieces.", byDefault = "small") String size)
      implements Cargo {}

  @Tag("oil")
  record Oil(@Inlined Weight weight, @Setting("Of barrels.") Barrels barrels) implements Cargo {}

  @Tag("mail")
  record Mail(@Setting(value = "Pieces.", byDefault = "100") @Max(1000) int size)
      implements Cargo {}

  record Barrels(@Setting("How many.") int count) {}

  @Tagged(value = "How it goes.", byDefault = "rail")
  sealed interface Way {}

  @Tag("rail")
  record Rail(@Setting(value = "Wagons.", byDefault = "10") int wagons) implements Way {}

  @Tag("sea")
  record Sea(@Setting("Name of the ship.") String ship) implements Way, CrossChecked {
    @Override
    public void check(Complaints complaints) {
      if (ship.isBlank()) {
        complaints.add("ship", "must have a name");
      }
    }
  }

  record Freight(
      @Setting("Where it goes.") String to,
      @Setting(value = "How many days at most.", optional = true) Optional<Integer> days,
      @Setting("How it goes.") Way way,
      @Setting(value = "Ways after it.", byDefault = "[]") List<Way> then,
      @Inlined Cargo cargo) {}

  private static Freight bind(String yaml) {
    return SettingsDocument.parse("freight.yaml", yaml).bind(Freight.class);
  }

  private static void refused(String yaml, String problem) {
    assertThatThrownBy(() -> bind(yaml))
        .hasMessage("1 setting is wrong:\nfreight.yaml:1: " + problem);
  }

  @Test
  void theTagSaysWhichRecordASectionHolds() {
    assertThat(
            bind(
                """
                to: Riga
                days: 3
                cargo: oil
                kilograms: 5
                barrels: {count: 2}
                way: {type: sea, ship: Anna}
                then: [{type: rail, wagons: 3}, {}]
                """))
        .isEqualTo(
            new Freight(
                "Riga",
                Optional.of(3),
                new Sea("Anna"),
                List.of(new Rail(3), new Rail(10)),
                new Oil(new Weight(5), new Barrels(2))));
    assertThat(bind("{to: Riga, cargo: coal}"))
        .isEqualTo(
            new Freight(
                "Riga",
                Optional.empty(),
                new Rail(10),
                List.of(),
                new Coal(new Weight(1), "small")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{to: Riga, cargo: oil, barrels: {count: 2}, way: {type: sea, ship: Anna}}",
        "{to: Riga, days: 4, cargo: mail, size: 7, then: [{type: sea, ship: Anna}, {wagons: 1}]}"
      })
  void aRecordAsJsonReadsBack(String yaml) {
    final Freight freight = bind(yaml);
    assertThat(bind(SettingsDocument.toJson(freight))).isEqualTo(freight);
  }

  @Test
  void settingsOfOtherTagsMayBeCleared() {
    assertThat(
            SettingsDocument.parse("freight.yaml", "{to: Riga, cargo: coal, kilograms: 5}")
                .set("cargo=mail")
                .set("kilograms=")
                .bind(Freight.class)
                .cargo())
        .isEqualTo(new Mail(100));
  }

  @Test
  void problemsSayWhatGoesWithWhichTag() {
    refused("{to: Riga}", "cargo: is missing and has no default: What is sent.");
    refused(
        "{to: Riga, cargo: oils, barrels: {count: 1}}",
        "cargo = oils: must be one of coal, oil, mail; did you mean oil?");
    refused("{to: Riga, cargo: [oil]}", "cargo = [oil]: must be one of coal, oil, mail");
    refused(
        "{to: Riga, cargo: mail, kilograms: 5}",
        "kilograms = 5: does not go with cargo: mail, but with coal, oil");
    refused(
        "{to: Riga, cargo: coal, way: {wagons: 3, ship: Anna}}",
        "way.ship = Anna: does not go with type: rail, but with sea");
    refused(
        "{to: Riga, cargo: coal, kilogram: 5}",
        "kilogram = 5: is unknown; did you mean kilograms?");
    refused(
        "{to: Riga, cargo: coal, way: {type: sea, ship: ' '}}", "way.ship =  : must have a name");
    refused("{to: Riga, cargo: coal, kilograms: 0}", "kilograms = 0: must be at least 1");
  }

  @Test
  void theReferenceSaysWithWhichTagsASettingGoes() {
    assertThat(SettingsReference.of(Freight.class).entries())
        .containsExactly(
            new Entry("to", "text", false, Optional.empty(), "", "Where it goes."),
            new Entry("days", "whole number", true, Optional.empty(), "", "How many days at most."),
            new Entry("way", "section", false, Optional.empty(), "", "How it goes."),
            new Entry(
                "way.type", "one of rail, sea", false, Optional.of("rail"), "", "How it goes."),
            new Entry(
                "way.wagons",
                "whole number",
                false,
                Optional.of("10"),
                "",
                "Wagons.",
                "type: rail"),
            new Entry(
                "way.ship", "text", false, Optional.empty(), "", "Name of the ship.", "type: sea"),
            new Entry("then", "list of section", false, Optional.of("[]"), "", "Ways after it."),
            new Entry(
                "then[].type", "one of rail, sea", false, Optional.of("rail"), "", "How it goes."),
            new Entry(
                "then[].wagons",
                "whole number",
                false,
                Optional.of("10"),
                "",
                "Wagons.",
                "type: rail"),
            new Entry(
                "then[].ship",
                "text",
                false,
                Optional.empty(),
                "",
                "Name of the ship.",
                "type: sea"),
            new Entry(
                "cargo", "one of coal, oil, mail", false, Optional.empty(), "", "What is sent."),
            new Entry(
                "kilograms",
                "whole number",
                false,
                Optional.of("1"),
                "at least 1",
                "Of the whole.",
                "cargo: coal, oil"),
            new Entry("size", "text", false, Optional.of("small"), "", "Pieces.", "cargo: coal"),
            new Entry(
                "barrels", "section", false, Optional.empty(), "", "Of barrels.", "cargo: oil"),
            new Entry("barrels.count", "whole number", false, Optional.empty(), "", "How many."),
            new Entry(
                "size",
                "whole number",
                false,
                Optional.of("100"),
                "at most 1000",
                "Pieces.",
                "cargo: mail"));
  }

  @Tagged("Open.")
  interface Open {}

  /** What ServiceLoader looks for in this test. */
  public interface Provider extends TaggedRecord {}

  @Tagged(value = "By jars.", foundBy = Provider.class)
  interface Brought {}

  @Tag("lent")
  record Lent(@Setting(value = "Days.", byDefault = "3") int days) implements Brought {}

  /** Brings a record. */
  public static final class LentProvider implements Provider {
    @Override
    public Class<Lent> settings() {
      return Lent.class;
    }
  }

  @Test
  void jarsBringRecordsOfInterfacesThatAreNotSealed() {
    Brought lent = SettingsDocument.parse("b.yaml", "{type: lent, days: 5}").bind(Brought.class);
    assertThat(lent).isEqualTo(new Lent(5));
    assertThat(SettingsDocument.toJson((Record) lent)).isEqualTo("{\"type\":\"lent\",\"days\":5}");
    assertThatThrownBy(() -> SettingsDocument.parse("b.yaml", "type: sold").bind(Brought.class))
        .hasMessageContaining("type = sold: must be one of lent");
  }

  /** What is brought by jars under its own name. */
  @Tagged(value = "By jars themselves.", foundBy = Own.class)
  public interface Own {}

  /** Brought. */
  @Tag("first")
  public record First(@Setting(value = "A number.", byDefault = "2") int number) implements Own {
    /** Has a rule that no constraint says. */
    public First {
      if (number % 2 != 0) {
        throw new IllegalArgumentException("number must be even");
      }
    }

    /** With the default. */
    public First() {
      this(2);
    }
  }

  @Test
  void aRuleOfARecordThatAJarBringsIsTheUsers() {
    assertThatThrownBy(
            () -> SettingsDocument.parse("o.yaml", "{type: first, number: 3}").bind(Own.class))
        .isInstanceOf(GraphemberException.class)
        .hasMessage(
            """
            1 setting is wrong:
            o.yaml:1: type: first does not take its settings: number must be even""");
  }

  @Test
  void jarsBringRecordsUnderTheInterfaceItself() {
    assertThat(SettingsDocument.parse("o.yaml", "type: first").bind(Own.class))
        .isEqualTo(new First());
    assertThat(SettingsReference.tags(Own.class)).containsExactly("first");
    assertThat(SettingsDocument.parse("o.yaml", "{a: {b: c, d: [1]}}").text("a.b")).contains("c");
    assertThat(SettingsDocument.parse("o.yaml", "{a: {b: c, d: [1]}}").text("a.d")).isEmpty();
    assertThat(SettingsDocument.parse("o.yaml", "{a: {b: c}}").text("a.b.c")).isEmpty();
  }

  /** Of which two have one tag. */
  @Tagged(value = "By jars.", foundBy = Twice.class)
  public interface Twice {}

  /** One. */
  @Tag("same")
  public record Same() implements Twice {}

  /** Another. */
  @Tag("same")
  public record Again() implements Twice {}

  /** Of which one has no tag. */
  @Tagged(value = "By jars.", foundBy = Bare.class)
  public interface Bare {}

  /** Without a tag. */
  public record WithoutTag() implements Bare {}

  /** Whose record cannot be made. */
  @Tagged(value = "By jars.", foundBy = Closed.class)
  public interface Closed {}

  /** Without a constructor that has no parameters. */
  @Tag("needs")
  public record Needs(@Setting("A number.") int number) implements Closed {}

  @Test
  void jarsThatCannotBeUsedAreNamed() {
    String head = "A jar in libs brings what cannot be used: ";
    String name = TaggedTest.class.getName();
    assertThatThrownBy(() -> SettingsReference.tags(Twice.class))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.PROVIDER_UNUSABLE)).isTrue())
        .hasMessage(
            head
                + "%s$Same and %s$Again both have the tag same. Take it out or correct it."
                    .formatted(name, name));
    assertThatThrownBy(() -> SettingsReference.tags(Bare.class))
        .hasMessage(
            head
                + "%s$WithoutTag is no record with a @Tag. Take it out or correct it."
                    .formatted(name));
    assertThatThrownBy(() -> SettingsReference.tags(Closed.class))
        .isInstanceOfSatisfying(
            GraphemberException.class, e -> assertThat(e.is(SpiError.PROVIDER_UNUSABLE)).isTrue())
        .hasMessageStartingWith(head)
        .hasMessageContaining("public no-arg constructor");
  }

  @Tagged("Without tags.")
  sealed interface Untagged {}

  record Nameless() implements Untagged {}

  @Test
  void taggedInterfacesAreSealedOrNameAServiceAndTheirRecordsHaveTags() {
    assertThatThrownBy(() -> SettingsReference.of(Open.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is tagged, not sealed, and names no service");
    assertThatThrownBy(() -> SettingsReference.of(Untagged.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("has no @Tag");
  }
}
