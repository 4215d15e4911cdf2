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
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import org.apache.ignite.Ignite;
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

  @Test
  void modulesDependDownwards() {
    check(
        layeredArchitecture()
            .consideringOnlyDependenciesInLayers()
            .layer("spi")
            .definedBy("io.graphember.spi..")
            .layer("testkit")
            .definedBy("io.graphember.testkit..")
            .layer("config")
            .definedBy("io.graphember.config..")
            .layer("kernels")
            .definedBy("io.graphember.kernels..")
            .layer("memory")
            .definedBy("io.graphember.memory..")
            .layer("schema")
            .definedBy("io.graphember.schema..")
            .layer("formats")
            .definedBy("io.graphember.formats..")
            .layer("graph")
            .definedBy("io.graphember.graph..")
            .layer("partition")
            .definedBy("io.graphember.partition..")
            .layer("tensor-store")
            .definedBy("io.graphember.tensor..")
            .layer("sampling")
            .definedBy("io.graphember.sampling..")
            .layer("training")
            .definedBy("io.graphember.training..")
            .layer("inference")
            .definedBy("io.graphember.inference..")
            .layer("backend")
            .definedBy("io.graphember.backend..")
            .layer("client")
            .definedBy("io.graphember.client..")
            .layer("plugin")
            .definedBy("io.graphember.ignite..")
            .layer("cli")
            .definedBy("io.graphember.cli..")
            .whereLayer("spi")
            .mayNotAccessAnyLayer()
            .whereLayer("testkit")
            .mayOnlyAccessLayers("spi", "schema")
            .whereLayer("config")
            .mayOnlyAccessLayers("spi")
            .whereLayer("kernels")
            .mayOnlyAccessLayers("spi")
            .whereLayer("memory")
            .mayOnlyAccessLayers("spi", "kernels")
            .whereLayer("schema")
            .mayOnlyAccessLayers("spi", "config")
            .whereLayer("formats")
            .mayOnlyAccessLayers("spi", "config", "schema")
            .whereLayer("graph")
            .mayOnlyAccessLayers("spi", "config", "kernels", "memory", "schema")
            .whereLayer("partition")
            .mayOnlyAccessLayers("spi", "config", "kernels", "memory", "schema", "graph")
            .whereLayer("tensor-store")
            .mayOnlyAccessLayers("spi", "config", "kernels", "memory", "graph")
            .whereLayer("sampling")
            .mayOnlyAccessLayers("spi", "config", "kernels", "memory", "graph")
            .whereLayer("training")
            .mayOnlyAccessLayers(
                "spi", "config", "kernels", "memory", "schema", "graph", "tensor-store", "sampling")
            .whereLayer("inference")
            .mayOnlyAccessLayers(
                "spi", "config", "kernels", "memory", "schema", "graph", "tensor-store", "sampling")
            .whereLayer("backend")
            .mayOnlyAccessLayers("spi")
            .whereLayer("client")
            .mayOnlyAccessLayers(
                "spi", "config", "schema", "formats", "graph", "training", "inference")
            .whereLayer("cli")
            .mayNotBeAccessedByAnyLayer()
            .because("an arrow that points up makes two modules one"));
  }

  @Test
  void packagesHaveNoCycles() {
    check(
        slices()
            .assignedFrom(
                new SliceAssignment() {
                  @Override
                  public SliceIdentifier getIdentifierOf(JavaClass type) {
                    return type.getPackageName().startsWith("io.graphember.ignite")
                        ? SliceIdentifier.ignore()
                        : SliceIdentifier.of(type.getPackageName());
                  }

                  @Override
                  public String getDescription() {
                    return "packages";
                  }
                })
            .should()
            .beFreeOfCycles()
            .because("a cycle of packages is one package with two names"));
    check(
        slices()
            .matching("io.graphember.ignite.(*)..") // its root package is left out
            .should()
            .beFreeOfCycles()
            .because("a cycle of packages is one package with two names"));
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
  void recordsDoNotCrossIgnitesMarshaller() {
    DescribedPredicate<JavaClass> travels =
        new DescribedPredicate<>("travel between nodes") {
          @Override
          public boolean test(JavaClass type) {
            return type.isAssignableTo("org.apache.ignite.lang.IgniteCallable");
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
            .doNotHaveFullyQualifiedName("io.graphember.ignite.node.NodeThreads")
            .and()
            .doNotHaveFullyQualifiedName("io.graphember.client.Sender") // in the user's process
            .and()
            .doNotHaveFullyQualifiedName("io.graphember.client.Heartbeat") // the same
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
