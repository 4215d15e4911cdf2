// SPDX-License-Identifier: Apache-2.0
package io.graphember.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.graphember.spi.backend.Backend;
import io.graphember.spi.backend.BackendProvider;
import io.graphember.spi.backend.BackendSettings;
import io.graphember.spi.backend.BatchInput;
import io.graphember.spi.backend.Block;
import io.graphember.spi.backend.CopyTimes;
import io.graphember.spi.backend.MiniBatch;
import io.graphember.spi.backend.ModelSession;
import io.graphember.spi.backend.ModelSpec;
import io.graphember.spi.backend.SeedPairs;
import io.graphember.spi.backend.SpiVersion;
import io.graphember.spi.error.GraphemberException;
import io.graphember.spi.error.SpiError;
import io.graphember.spi.model.Operator;
import io.graphember.spi.model.Program;
import io.graphember.spi.model.layer.GatE;
import io.graphember.spi.model.layer.GraphSage;
import io.graphember.testkit.batch.BatchCase;
import io.graphember.testkit.batch.BatchFixtures;
import io.graphember.testkit.batch.DirectBuffers;
import io.graphember.testkit.reference.ReferenceBackend;
import io.graphember.testkit.reference.ReferenceBackendProvider;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.function.DoubleSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What every backend keeps. An implementor extends this class, returns a provider, and declares
 * what it cannot do by overriding the protected methods.
 *
 * <p>Numbers are compared with {@link ReferenceBackend}: values and gradients within {@value
 * #TOLERANCE} of the largest of their matrix, the losses of a training of 50 steps within {@value
 * #TOLERANCE} of themselves. Everything runs with one engine thread, where results repeat bit for
 * bit. Takes seconds.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class BackendContract {
  /** Relative error that float32 arithmetic is allowed. */
  protected static final double TOLERANCE = 1e-4;

  private static final int TRAINING_STEPS = 50;

  /** Of every model beside another one: so many that threads meet in all parts of a step. */
  private static final int CONCURRENT_STEPS = 10;

  private static final float LEARNING_RATE = 0.01f;

  /**
   * Small enough that a descent forgets how its steps were rounded: parameters that differ by half
   * a unit in the last place end within 1e-6 of the loss after {@value #TRAINING_STEPS} steps in
   * every task, while at 0.2 links by dot product differ by 1e-5, and every step rounds anew.
   */
  private static final float TASK_LEARNING_RATE = 0.05f;

  private static final int MEMORY_WARM_UP_STEPS = 200;
  private static final int MEMORY_STEPS = 2000;
  private static final long MEMORY_BOUND_BYTES = 24L << 20;

  private final ReferenceBackend reference = new ReferenceBackend();
  private Backend backend;

  /** The provider under test; may be called more than once. */
  protected abstract BackendProvider provider();

  /** False if the backend has no native memory that could leak. */
  protected boolean usesNativeMemory() {
    return true;
  }

  /** Opens the backend that all tests share. */
  @BeforeAll
  public void openBackend() {
    backend = provider().open(new BackendSettings(1, Optional.empty()));
  }

  /** Closes it. */
  @AfterAll
  public void closeBackend() {
    backend.close();
  }

  /** Models of whose operators the backend has all. */
  Stream<ContractModel> models() {
    return ContractModel.all().stream().filter(model -> missing(model).isEmpty());
  }

  private Set<Operator> missing(ContractModel model) {
    Set<Operator> missing = EnumSet.noneOf(Operator.class);
    for (Program program : model.spec(4, 4, 4, 2, 0.5f, 0.5f).programs()) {
      program.operations().forEach(operation -> missing.add(operation.operator()));
    }
    missing.removeAll(backend.operators());
    return missing;
  }

  /** Cases of all models and of all tasks. */
  protected Stream<BatchCase> cases() {
    return Stream.concat(
        models().flatMap(model -> ContractCases.all(model).stream()),
        ContractCases.tasks().stream());
  }

  /** Cases that can be pushed down: dropout of the input needs its rows. */
  protected Stream<BatchCase> casesThatCanBePushedDown() {
    return Stream.concat(cases(), models().map(ContractCases::mediumWithoutInputDropout))
        .filter(step -> step.spec().program(0).typedAggregator().isPresent());
  }

  /**
   * Cases small enough for finite differences: all of the reference, with whose gradients those of
   * others agree in every case; of others one of each model, and every task.
   */
  protected Stream<BatchCase> tinyCases() {
    final boolean judge = provider() instanceof ReferenceBackendProvider;
    return Stream.concat(
        models()
            .map(ContractCases::tiny)
            .flatMap(cases -> judge ? cases.stream() : Stream.of(cases.get(cases.size() - 1))),
        ContractCases.tinyTasks().stream());
  }

  /** Two cases of each model: its input may be aggregated only in the second. */
  protected Stream<BatchCase> casesWithAndWithoutInputDropout() {
    return Stream.concat(mediumCases(), models().map(ContractCases::mediumWithoutInputDropout));
  }

  /** One case of each model, with dropout. */
  protected Stream<BatchCase> mediumCases() {
    return models().map(ContractCases::medium);
  }

  @Test
  public void introducesItself() {
    assertThat(provider().name())
        .isEqualTo(provider().name().toLowerCase(Locale.ROOT))
        .isNotBlank();
    assertThat(provider().spiVersion()).isEqualTo(SpiVersion.CURRENT);
    assertThat(backend.name()).isEqualTo(provider().name());
    assertThat(backend.engineVersion()).isNotBlank();
  }

  @ParameterizedTest
  @MethodSource("tinyCases")
  public void gradientsAreDifferencesOfTheLoss(BatchCase step) {
    try (ModelSession session = backend.open(step.spec());
        ModelSession exact = reference.open(step.spec())) {
      StepOutcome outcome = StepOutcome.of(session, step);
      final ByteBuffer rows = ((BatchInput.Rows) step.batch().input()).rows();
      final DoubleSupplier loss = Gradients.loss(exact, step);
      Gradients.assertIsGradient(loss, step.parameters(), outcome.slopes(step));
      Gradients.assertIsGradient(loss, rows, outcome.inputGradients());
      final DoubleSupplier own = Gradients.loss(session, step);
      Gradients.assertIsSlope(own, step.parameters(), outcome.slopes(step));
      Gradients.assertIsSlope(own, rows, outcome.inputGradients());
    }
  }

  /**
   * What lies in the place of the gradient of a statistic leads to that of the batch, from wherever
   * it is, and training does not look at it; evaluation does.
   */
  @Test
  public void statisticsLeadToThoseOfTheBatch() {
    cases()
        .filter(given -> given.spec().layout().statistics().length > 0)
        .filter(given -> given.batch().seeds() > 0)
        .forEach(this::assertLeadsToItsStatistics);
  }

  private void assertLeadsToItsStatistics(BatchCase step) {
    BatchCase there = step.copy();
    StepOutcome before = outcome(backend, step);
    int[] statistics = step.spec().layout().statistics();
    for (int i : statistics) {
      float value = there.parameters().getFloat(4 * i);
      there.parameters().putFloat(4 * i, value - before.gradients()[i]);
    }
    StepOutcome after = outcome(backend, there);
    for (int i : statistics) {
      assertThat(after.gradients()[i]).as("%s: statistic %d", step, i).isCloseTo(0, within(1e-5f));
    }
    assertThat(after.slopes(step)).as("%s", step).isEqualTo(before.slopes(step));
    assertThat(after.result()).isEqualTo(before.result());
    assertThat(after.logits()).as("%s", step).isNotEqualTo(before.logits());
  }

  /** Copies of a call are timed, and are part of the call. */
  @ParameterizedTest
  @MethodSource("mediumCases")
  public void timesItsCopies(BatchCase step) {
    try (ModelSession session = backend.open(step.spec())) {
      final long started = System.nanoTime();
      StepOutcome.of(session, step);
      final long elapsed = System.nanoTime() - started;
      CopyTimes copies = session.copyTimes();
      assertThat(copies.inNanos()).isBetween(0L, elapsed - copies.outNanos());
      assertThat(copies.outNanos()).isBetween(0L, elapsed);
      assertThat(session.copyTimes().since(copies)).isEqualTo(CopyTimes.NONE);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  public void agreesWithTheReference(BatchCase step) {
    outcome(backend, step).assertAgrees(step, outcome(reference, step), TOLERANCE);
  }

  @ParameterizedTest
  @MethodSource("casesThatCanBePushedDown")
  public void aggregatedInputGivesTheSame(BatchCase step) {
    outcome(backend, step.pushedDown()).assertAgrees(step, outcome(reference, step), TOLERANCE);
  }

  /** The same for sparse rows, of the models for which a session takes them. */
  @ParameterizedTest
  @MethodSource("casesWithSparseInput")
  public void sparseInputGivesTheSame(BatchCase given) {
    BatchCase step = given.withZeros();
    try (ModelSession session = backend.open(step.spec());
        ModelSession exact = reference.open(step.spec())) {
      if (session.takesSparse()) {
        StepOutcome.of(session, step.sparse())
            .assertAgrees(step, StepOutcome.ofParameters(exact, step), TOLERANCE);
      }
    }
  }

  /** Also without dropout, where nothing may be left of the first layer. */
  protected Stream<BatchCase> casesWithSparseInput() {
    return Stream.concat(
            cases(), models().flatMap(model -> ContractCases.withoutDropout(model).stream()))
        .filter(step -> step.spec().layers() > 1 && step.batch().seeds() > 0);
  }

  private static StepOutcome outcome(Backend backend, BatchCase step) {
    try (ModelSession session = backend.open(step.spec())) {
      return StepOutcome.of(session, step);
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  public void trainsLikeTheReference(ContractModel model) {
    assertTrainsLikeTheReference(ContractCases.medium(model), model.learningRate(), 0.5);
  }

  /** Larger steps of all tasks. */
  protected Stream<BatchCase> trainedTasks() {
    return ContractCases.tasks().stream()
        .filter(step -> step.spec().inputDim() > 4 && step.batch().seeds() > 0);
  }

  @ParameterizedTest
  @MethodSource("trainedTasks")
  public void learnsTasksLikeTheReference(BatchCase step) {
    assertTrainsLikeTheReference(step, TASK_LEARNING_RATE, 0.9);
  }

  private void assertTrainsLikeTheReference(BatchCase step, float learningRate, double share) {
    double[] expected = train(reference, step, learningRate, TRAINING_STEPS);
    double[] actual = train(backend, step, learningRate, TRAINING_STEPS);
    for (int k : new int[] {0, 9, TRAINING_STEPS - 1}) {
      assertThat(actual[k])
          .as("loss of step %d of %s", k, step)
          .isCloseTo(expected[k], within(TOLERANCE * expected[k]));
    }
    assertThat(actual[TRAINING_STEPS - 1]).as("loss falls").isLessThan(share * actual[0]);
  }

  private static double[] train(Backend backend, BatchCase step, float learningRate, int steps) {
    try (ModelSession session = backend.open(step.spec())) {
      return train(session, step.copy(), learningRate, steps);
    }
  }

  /** Gradient descent outside of the backend; moves the parameters of the case. */
  private static double[] train(
      ModelSession session, BatchCase step, float learningRate, int steps) {
    double[] losses = new double[steps];
    ByteBuffer parameters = step.parameters();
    ByteBuffer gradients = step.newGradients();
    for (int k = 0; k < losses.length; k++) {
      losses[k] =
          session
              .forwardBackward(step.batch(), step.targets(), parameters, gradients, null)
              .lossSum();
      for (int at = 0; at < gradients.capacity(); at += 4) {
        parameters.putFloat(at, parameters.getFloat(at) - learningRate * gradients.getFloat(at));
      }
    }
    return losses;
  }

  @ParameterizedTest
  @MethodSource("cases")
  public void sameStepGivesTheSameBits(BatchCase step) {
    try (ModelSession session = backend.open(step.spec())) {
      StepOutcome first = StepOutcome.of(session, step);
      assertSameBits(first, StepOutcome.of(session, step));
      assertSameBits(first, StepOutcome.of(session, step.copy()));
    }
  }

  private static void assertSameBits(StepOutcome expected, StepOutcome actual) {
    assertThat(actual.result()).isEqualTo(expected.result());
    assertThat(actual.gradients()).isEqualTo(expected.gradients());
    assertThat(actual.inputGradients()).isEqualTo(expected.inputGradients());
    assertThat(actual.logits()).isEqualTo(expected.logits());
    assertThat(actual.embeddings()).isEqualTo(expected.embeddings());
    assertThat(actual.scores()).isEqualTo(expected.scores());
  }

  @Test
  public void twoThreadsGiveTheSameBitsAsOne() {
    List<BatchCase> steps = mediumCases().toList();
    List<double[]> alone = steps.stream().map(this::trainSome).toList();
    ForkJoinPool pool = new ForkJoinPool(2);
    try {
      List<ForkJoinTask<double[]>> running = new ArrayList<>();
      for (int i = 0; i < 2 * steps.size(); i++) {
        BatchCase step = steps.get(i % steps.size());
        running.add(pool.submit(() -> trainSome(step)));
      }
      for (int i = 0; i < running.size(); i++) {
        assertThat(running.get(i).join()).isEqualTo(alone.get(i % alone.size()));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private double[] trainSome(BatchCase step) {
    return train(backend, step, LEARNING_RATE, CONCURRENT_STEPS);
  }

  @ParameterizedTest
  @MethodSource("mediumCases")
  public void dropoutFollowsItsKeyInTrainingOnly(BatchCase step) {
    MiniBatch batch = step.batch();
    MiniBatch rekeyed = new MiniBatch(batch.blocks(), batch.input(), batch.dropoutKey() + 1);
    BatchCase other =
        new BatchCase(step.name(), step.spec(), rekeyed, step.targets(), step.parameters());
    StepOutcome expected = outcome(backend, step);
    StepOutcome actual = outcome(backend, other);
    assertThat(actual.result().lossSum()).isNotEqualTo(expected.result().lossSum());
    assertThat(actual.logits()).isEqualTo(expected.logits());
    assertThat(actual.embeddings()).isEqualTo(expected.embeddings());
  }

  /** Sessions keep buffers for the next batch. */
  @ParameterizedTest
  @MethodSource("casesWithAndWithoutInputDropout")
  public void aSmallBatchAfterALargeOneGivesWhatItGivesAlone(BatchCase step) {
    BatchCase small = BatchFixtures.random("small", step.spec(), 3, 2, 1);
    try (ModelSession session = backend.open(step.spec())) {
      StepOutcome.of(session, step);
      StepOutcome after = StepOutcome.of(session, small);
      StepOutcome alone = outcome(backend, small);
      assertThat(after.result()).isEqualTo(alone.result());
      assertThat(after.gradients()).isEqualTo(alone.gradients());
      assertThat(after.inputGradients()).isEqualTo(alone.inputGradients());
      assertThat(after.logits()).isEqualTo(alone.logits());
    }
  }

  @ParameterizedTest
  @MethodSource("casesWithAndWithoutInputDropout")
  public void leavesTheCallersBuffersAlone(BatchCase step) {
    BatchCase used = step.copy();
    outcome(backend, used);
    List<ByteBuffer> buffers = buffers(used);
    List<ByteBuffer> expected = buffers(step);
    for (int i = 0; i < buffers.size(); i++) {
      // Equality of buffers covers position, limit and content.
      assertThat(buffers.get(i)).isEqualTo(expected.get(i));
      assertThat(buffers.get(i).position()).isZero();
    }
  }

  @ParameterizedTest
  @MethodSource("casesWithAndWithoutInputDropout")
  public void takesBuffersLongerThanNeeded(BatchCase step) {
    BatchCase longer = LongerBuffers.of(step);
    StepOutcome expected = outcome(backend, step);
    try (ModelSession session = backend.open(step.spec())) {
      ByteBuffer gradients = DirectBuffers.zeros(step.spec().layout().length() + 5);
      ByteBuffer inputGradients = DirectBuffers.zeros(expected.inputGradients().length + 5);
      session.forwardBackward(
          longer.batch(), longer.targets(), longer.parameters(), gradients, inputGradients);
      assertBegins(gradients, expected.gradients());
      assertBegins(inputGradients, expected.inputGradients());
    }
  }

  /** The floats, and after them zeros as before. */
  private static void assertBegins(ByteBuffer buffer, float[] expected) {
    float[] actual = new float[expected.length];
    buffer.asFloatBuffer().get(actual);
    assertThat(actual).isEqualTo(expected);
    assertThat(buffer.getFloat(4 * actual.length)).isZero();
  }

  private static List<ByteBuffer> buffers(BatchCase step) {
    List<ByteBuffer> buffers = new ArrayList<>();
    for (Block block : step.batch().blocks()) {
      buffers.add(block.offsets());
      buffers.add(block.neighbors());
      Stream.of(
              block.edgeWeights(),
              block.selfWeights(),
              block.edgeFeatures(),
              block.edgeTypes(),
              block.vertexTypes())
          .filter(Objects::nonNull)
          .forEach(buffers::add);
    }
    buffers.add(((BatchInput.Rows) step.batch().input()).rows());
    BatchFixtures.withBuffers(
        step.targets(),
        buffer -> {
          buffers.add(buffer);
          return buffer;
        });
    buffers.add(step.parameters());
    return buffers;
  }

  @ParameterizedTest
  @MethodSource("mediumCases")
  public void refusesABatchOfOtherDepth(BatchCase step) {
    ModelSpec deeper =
        new ModelSpec(step.spec().kind(), 120, 16, 7, 3, 0f, 0f).with(step.spec().options());
    try (ModelSession session = backend.open(deeper)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () -> session.forward(step.batch(), step.parameters(), step.newLogits(), null))
          .withMessageContaining("2 blocks")
          .withMessageContaining("3 layers");
    }
  }

  @Test
  public void refusesAggregatedInputThatDoesNotFit() {
    models()
        .map(ContractCases::mediumWithoutInputDropout)
        .filter(step -> step.spec().program(0).typedAggregator().isPresent())
        .map(BatchCase::pushedDown)
        .forEach(this::assertRefusesInputGradients);
  }

  private void assertRefusesInputGradients(BatchCase plain) {
    try (ModelSession session = backend.open(plain.spec())) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  session.forwardBackward(
                      plain.batch(),
                      plain.targets(),
                      plain.parameters(),
                      plain.newGradients(),
                      plain.newInputGradients()))
          .withMessageContaining("input gradients");
    }
    ModelSpec masked =
        new ModelSpec(plain.spec().kind(), 120, 16, 7, 2, 0.5f, 0.5f).with(plain.spec().options());
    try (ModelSession session = backend.open(masked)) {
      assertThatIllegalArgumentException()
          .isThrownBy(
              () ->
                  session.forwardBackward(
                      plain.batch(),
                      plain.targets(),
                      plain.parameters(),
                      plain.newGradients(),
                      null))
          .withMessageContaining("input dropout");
    }
  }

  @Test
  public void refusesModelsWithOperatorsItHasNot() {
    for (ContractModel model : ContractModel.all()) {
      Set<Operator> missing = missing(model);
      if (!missing.isEmpty()) {
        assertThatThrownBy(() -> backend.open(model.spec(4, 4, 4, 2, 0f, 0f)))
            .isInstanceOfSatisfying(
                GraphemberException.class,
                e -> assertThat(e.is(SpiError.MODEL_UNSUPPORTED)).isTrue())
            .hasMessageContaining(model.kind().name())
            .hasMessageContaining(missing.iterator().next().name());
      }
    }
  }

  @ParameterizedTest
  @MethodSource("mediumCases")
  public void aClosedSessionRefusesWork(BatchCase step) {
    ModelSession session = backend.open(step.spec());
    assertThat(session.spec()).isEqualTo(step.spec());
    session.close();
    session.close();
    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                session.forwardBackward(
                    step.batch(), step.targets(), step.parameters(), step.newGradients(), null));
    assertThatIllegalStateException()
        .isThrownBy(() -> session.forward(step.batch(), step.parameters(), step.newLogits(), null));
    SeedPairs none = new SeedPairs(0, DirectBuffers.zeros(0), DirectBuffers.zeros(0));
    assertThatIllegalStateException()
        .isThrownBy(() -> session.score(step.batch(), none, step.parameters(), step.newLogits()));
  }

  @ParameterizedTest
  @MethodSource("mediumCases")
  public void aClosedBackendOpensNothing(BatchCase step) {
    Backend second = provider().open(new BackendSettings(1, Optional.empty()));
    second.close();
    second.close();
    assertThatIllegalStateException().isThrownBy(() -> second.open(step.spec()));
    // The engine is still there for the others.
    assertThat(outcome(backend, step).result().lossSum()).isPositive();
  }

  /** Models that have every sort of part between them. */
  protected Stream<BatchCase> heavyCases() {
    return Stream.concat(
        models()
            .filter(
                model ->
                    (model.kind() instanceof GraphSage || model.kind() instanceof GatE)
                        && !model.options().residual())
            .map(ContractCases::heavy),
        Stream.of(ContractCases.heavyPairs()));
  }

  @ParameterizedTest
  @MethodSource("heavyCases")
  public void nativeMemoryStaysFlat(BatchCase step) {
    assumeTrue(usesNativeMemory() && ResidentMemory.isReported());
    try (ModelSession session = backend.open(step.spec())) {
      takeSteps(session, step, MEMORY_WARM_UP_STEPS);
      ResidentMemory.touchYoungGeneration();
      takeSteps(session, step, MEMORY_WARM_UP_STEPS);
      long before = ResidentMemory.bytes();
      takeSteps(session, step, MEMORY_STEPS);
      assertThat(ResidentMemory.bytes() - before)
          .as("growth of resident memory in %d steps", MEMORY_STEPS)
          .isLessThan(MEMORY_BOUND_BYTES);
    }
  }

  private static void takeSteps(ModelSession session, BatchCase step, int steps) {
    ByteBuffer gradients = step.newGradients();
    ByteBuffer inputGradients = step.newInputGradients();
    ByteBuffer logits = step.newLogits();
    for (int k = 0; k < steps; k++) {
      session.forwardBackward(
          step.batch(), step.targets(), step.parameters(), gradients, inputGradients);
      session.forward(step.batch(), step.parameters(), logits, null);
    }
  }
}
