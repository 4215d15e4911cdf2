// SPDX-License-Identifier: Apache-2.0
package io.graphember.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.graphember.client.api.Candidates;
import io.graphember.client.api.Completions;
import io.graphember.client.api.EdgeKey;
import io.graphember.client.api.Prediction;
import io.graphember.client.api.TripleQuery;
import io.graphember.client.api.Vector;
import io.graphember.ignite.affinity.NodeRole;
import io.graphember.ignite.affinity.ServerNodes;
import io.graphember.ignite.affinity.VertexCutAffinity;
import io.graphember.ignite.request.RequestInterceptor;
import io.graphember.ignite.service.NodeService;
import io.graphember.ignite.wire.WireClasses;
import io.graphember.jobs.catalog.StoredModel;
import io.graphember.jobs.transport.NodeCall;
import io.graphember.spi.error.ErrorCode;
import io.graphember.spi.error.GraphemberException;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.cache.processor.EntryProcessor;
import org.apache.ignite.lang.IgniteCallable;
import org.junit.jupiter.api.Test;

/**
 * The list of classes that travel is what calls between nodes are made of and answer, what lies in
 * caches, and errors.
 */
class WireClassesTest {
  /** Beside calls: what lies in caches, or in what Ignite itself sends of ours. */
  private static final List<Class<?>> OTHERS =
      List.of(
          Candidates.class,
          Completions.class,
          EdgeKey.class,
          Prediction.class,
          TripleQuery.class,
          Vector.class,
          StoredModel.class,
          NodeRole.class,
          NodeService.class,
          VertexCutAffinity.class,
          GraphemberException.class,
          ServerNodes.class,
          RequestInterceptor.class,
          ErrorCode.class);

  /** Asked where a call is made, not where it comes. */
  private static final String AT_HOME = "requestKind";

  /** What services of the host need by default: a lambda of Ignite's, which its own list lacks. */
  private static final List<String> NOT_OURS =
      List.of(
          "java.lang.invoke.SerializedLambda",
          "java.util.CollSer", // lists that List.of makes
          "org.apache.ignite.internal.processors.GridProcessorAdapter",
          "org.apache.ignite.internal.processors.service.*");

  private final JavaClasses ours =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.graphember");
  private final TreeSet<String> names = new TreeSet<>();

  /** Adds a class, its subclasses, and what all of them hold. */
  private void add(JavaClass type) {
    JavaClass base = type.getBaseComponentType();
    if (!base.getName().startsWith("io.graphember.")
        || base.getPackageName().matches("io\\.graphember\\.cli(\\..*)?")
        || !names.add(base.getName())) {
      return;
    }
    base.getAllSubclasses().forEach(this::add);
    if (!base.isAssignableTo(NodeService.class)) {
      base.getAllFields().stream().filter(WireClassesTest::travels).forEach(this::addTypes);
    }
    if (isCall(base)) {
      base.getMethods().stream()
          .filter(method -> !method.getName().equals(AT_HOME))
          .forEach(this::addAnswer);
    }
  }

  private static boolean isCall(JavaClass type) {
    return type.isAssignableTo(IgniteCallable.class) || type.isAssignableTo(NodeCall.class);
  }

  private static boolean travels(JavaField field) {
    return !field.getModifiers().contains(JavaModifier.STATIC)
        && !field.getModifiers().contains(JavaModifier.TRANSIENT);
  }

  private void addTypes(JavaField field) {
    field.getType().getAllInvolvedRawTypes().forEach(this::add);
  }

  private void addAnswer(JavaMethod method) {
    method.getReturnType().getAllInvolvedRawTypes().forEach(this::add);
  }

  @Test
  void theListHoldsEveryClassOfOursThatTravels() throws IOException {
    ours.stream().filter(WireClassesTest::isCall).forEach(this::add);
    ours.stream()
        .filter(
            type ->
                type.isAssignableTo(EntryProcessor.class)
                    || type.getName().contains("security.Subjects$")
                    || type.getName().endsWith("entry.PathPrefix"))
        .forEach(this::add);
    OTHERS.forEach(type -> add(ours.get(type)));
    StringBuilder text = new StringBuilder();
    Stream.of(
            List.of(
                "# Classes that nodes of Graphember send one another: a list for Ignite's marshaller.",
                "# Written by a test (mvn verify -Dgraphember.docs.write=true)."),
            names,
            NOT_OURS)
        .flatMap(Collection::stream)
        .forEach(line -> text.append(line).append('\n'));
    GeneratedPage.of("../ignite-plugin/src/main/resources/" + WireClasses.RESOURCE)
        .assertIs(text.toString());
    assertThat(names).allMatch(WireClasses::isPattern);
  }
}
