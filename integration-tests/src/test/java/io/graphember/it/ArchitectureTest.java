// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.graphember.cli.explain.Explanations;
import io.graphember.jobs.message.Message;
import io.graphember.jobs.message.MessageGroup;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.spi.error.ErrorCode;
import java.io.ObjectInputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.ignite.Ignite;
import org.apache.ignite.lang.IgniteCallable;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The shape of the house, as rules with reasons. */
class ArchitectureTest {
  private static JavaClasses ours;

  @BeforeAll
  static void read() {
    ours =
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("io.graphember");
  }

  private static void check(ArchRule rule) {
    rule.check(ours);
  }

  /** A module, its packages, and the modules below that it may use. */
  private record Module(String name, List<String> packages, String below) {
    static Module of(String name, String below) {
      return new Module(name, List.of("io.graphember." + name + ".."), below);
    }
  }

  private static final List<Module> MODULES =
      List.of(
          Module.of("spi", ""),
          Module.of("testkit", "spi config schema"),
          Module.of("config", "spi"),
          Module.of("kernels", "spi"),
          Module.of("memory", "spi kernels"),
          Module.of("schema", "spi config"),
          Module.of("formats", "spi config schema"),
          Module.of("graph", "spi config kernels memory schema"),
          Module.of("partition", "spi config kernels memory schema graph"),
          Module.of("tensor", "spi config kernels memory graph"),
          Module.of("sampling", "spi config kernels memory graph"),
          Module.of("training", "spi config kernels memory schema graph tensor sampling"),
          Module.of("inference", "spi config kernels memory schema graph tensor sampling"),
          Module.of("backend", "spi"),
          new Module("client-api", List.of("io.graphember.client.api.."), "spi schema"),
          Module.of(
              "jobs",
              "spi config kernels memory schema graph partition tensor sampling training inference"
                  + " client-api"),
          new Module(
              "client",
              List.of("io.graphember.client", "io.graphember.client.connect.."),
              "spi config schema formats graph training inference client-api"));

  @Test
  void modulesDependDownwards() {
    LayeredArchitecture house = layeredArchitecture().consideringOnlyDependenciesInLayers();
    for (Module module : MODULES) {
      house = house.layer(module.name()).definedBy(module.packages().toArray(String[]::new));
    }
    house = house.layer("plugin").definedBy("io.graphember.ignite..");
    house = house.layer("cli").definedBy("io.graphember.cli..");
    for (Module module : MODULES) {
      house =
          module.below().isEmpty()
              ? house.whereLayer(module.name()).mayNotAccessAnyLayer()
              : house.whereLayer(module.name()).mayOnlyAccessLayers(module.below().split(" "));
    }
    check(
        house
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .because("an arrow that points up makes two modules one"));
  }

  @Test
  void jobsDoNotKnowIgnite() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "io.graphember.ignite..",
                "io.graphember.client..",
                "io.graphember.cli..",
                "io.graphember.benchmarks..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.ignite..", "javax.cache..")
            .because("only what talks to Ignite needs a cluster to be tested"));
  }

  /** NullAway looks at such packages alone. */
  @Test
  void onlyWhatSaysSoIsNull() {
    assertThat(ours.stream().map(JavaClass::getPackage).distinct())
        .filteredOn(
            from ->
                from.tryGetPackageInfo()
                    .map(info -> !info.isAnnotatedWith(NullMarked.class))
                    .orElse(true))
        .extracting(JavaPackage::getName)
        .isEmpty();
  }

  @Test
  void packagesHaveNoCycles() {
    check(
        slices()
            .assignedFrom(
                new SliceAssignment() {
                  @Override
                  public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return SliceIdentifier.of(type.getPackageName());
                  }

                  @Override
                  public String getDescription() {
                    return "packages";
                  }
                })
            .should()
            .beFreeOfCycles()
            .because("a cycle of packages is one package with two names"));
  }

  @Test
  void packagesHoldWhatAReaderCanSee() {
    assertThat(
            ours.stream()
                .filter(JavaClass::isTopLevelClass)
                .collect(Collectors.groupingBy(JavaClass::getPackageName, Collectors.counting())))
        .as("who looks for a class reads thirty names at most")
        .allSatisfy((name, classes) -> assertThat(classes).as(name).isLessThanOrEqualTo(31));
  }

  /** A code that is not in this list is neither explained nor on the page of errors. */
  @Test
  void everyErrorIsListed() {
    assertThat(
            ours.stream()
                .filter(type -> type.isEnum() && type.isAssignableTo(ErrorCode.class))
                .map(JavaClass::getName))
        .containsExactlyInAnyOrderElementsOf(
            Explanations.everyCode().stream()
                .map(code -> code.getClass().getName())
                .collect(Collectors.toSet()));
  }

  /** A reader holds so many things in mind; what has more says why. */
  @Test
  void whatIsLargeSaysWhy() {
    assertThat(LargeClasses.of(ours))
        .containsExactlyInAnyOrderElementsOf(LargeClasses.REASONS.keySet());
  }

  @Test
  void nothingIsReadByJavasSerialization() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .areAssignableTo(ObjectInputStream.class)
            .because("it makes whatever objects a stranger names"));
  }

  @Test
  void namesSayWhatAClassIs() {
    check(
        noClasses()
            .should()
            .haveNameMatching(".*(Util|Utils|Helper|Helpers|Manager|Common|Impl)(\\$.*)?")
            .because("these words name no idea"));
  }

  @Test
  void messagesAreRecordsBesideWhatAnswersThem() {
    check(
        classes()
            .that()
            .implement(Message.class)
            .should()
            .beRecords()
            .andShould(
                new ArchCondition<>("be members of a group of messages") {
                  @Override
                  public void check(JavaClass type, ConditionEvents events) {
                    if (!type.getEnclosingClass()
                        .filter(group -> group.isAssignableTo(MessageGroup.class))
                        .isPresent()) {
                      events.add(SimpleConditionEvent.violated(type, type.getName()));
                    }
                  }
                }));
  }

  @Test
  void recordsDoNotCrossIgnitesMarshaller() {
    DescribedPredicate<JavaClass> travels =
        new DescribedPredicate<>("travel between nodes") {
          @Override
          public boolean test(JavaClass type) {
            return type.isAssignableTo(IgniteCallable.class) || type.isAssignableTo(NodeCall.class);
          }
        };
    check(
        classes()
            .that(travels)
            .should(
                new ArchCondition<>("have no field of a record type") {
                  @Override
                  public void check(JavaClass type, ConditionEvents events) {
                    type.getFields().stream()
                        .filter(
                            field ->
                                field
                                    .getRawType()
                                    .getBaseComponentType()
                                    .isAssignableTo(Record.class))
                        .forEach(
                            field ->
                                events.add(
                                    SimpleConditionEvent.violated(
                                        field, field.getFullName() + " is a record")));
                  }
                })
            .because("Ignite's binary marshaller cannot read records back"));
  }

  @Test
  void threadsAreMadeInOnePlaceOfAProcess() {
    check(
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.graphember.jobs.node.NodeThreads")
            .and()
            .doNotHaveFullyQualifiedName(
                "io.graphember.client.connect.ClientThreads") // in the user's process
            .and()
            .resideOutsideOfPackage("io.graphember.cli..")
            .should()
            .callConstructor(Thread.class, Runnable.class, String.class)
            .orShould()
            .callConstructor(Thread.class, Runnable.class)
            .because("every thread has an owner and a name"));
  }

  @Test
  void ignitesTimerIsLeftAtOnce() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage("io.graphember.ignite.timer..")
            .should()
            .callMethod(Ignite.class, "scheduler")
            .because(
                "Ignite acknowledges updates from its timer: who waits there stops a cluster"));
  }

  @Test
  void classesHaveNoLargeCircles() {
    assertThat(ClassCircles.of(ours))
        .as("who reads one class of a circle has to read all: eight are a sealed family")
        .allSatisfy(circle -> assertThat(circle).hasSizeLessThanOrEqualTo(8));
  }
}
