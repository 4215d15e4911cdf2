// SPDX-License-Identifier: Apache-2.0
package io.graphember.sampling.plan;

import io.graphember.sampling.SamplingError;
import io.graphember.sampling.op.EdgeRule;
import io.graphember.sampling.op.NegativeRule;
import io.graphember.sampling.op.WalkRule;
import io.graphember.spi.error.GraphemberException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The operators that make one mini-batch, as a directed graph without cycles (ByteGNN, section 3.1
 * and figure 6). Says what depends on what, and nothing about when and where it runs. Immutable.
 *
 * <p>A supervised plan is {@code seeds -> hop 1 -> .. -> hop K -> features}; an unsupervised one
 * draws positives and negatives of the seeds first, and the hops start from all three.
 *
 * <pre>{@code
 * SamplingPlan plan =
 *     SamplingPlan.ofSeeds()
 *         .positives(WalkRule.uniform(1))
 *         .negatives(NegativeRule.of(NegativeRule.Choice.DEGREE, 5))
 *         .hop(EdgeRule.in(15))
 *         .hop(EdgeRule.in(10))
 *         .features()
 *         .build();
 * }</pre>
 *
 * @param operators in an order in which each comes after its inputs
 */
public record SamplingPlan(List<Operator> operators) {
  /** A plan of its own copy. */
  public SamplingPlan {
    operators = List.copyOf(operators);
  }

  /** Starts a plan. */
  public static Builder ofSeeds() {
    return new Builder();
  }

  /** The operator that draws positives. */
  public Optional<Operator.Positives> positives() {
    return first(Operator.Positives.class);
  }

  /** The operator that draws negatives. */
  public Optional<Operator.Negatives> negatives() {
    return first(Operator.Negatives.class);
  }

  /** The hops, that of the seeds first. */
  public List<Operator.Hop> hops() {
    return operators.stream()
        .filter(Operator.Hop.class::isInstance)
        .map(Operator.Hop.class::cast)
        .toList();
  }

  private <T extends Operator> Optional<T> first(Class<T> kind) {
    return operators.stream().filter(kind::isInstance).map(kind::cast).findFirst();
  }

  /** Puts a plan together, operator by operator. Used by one thread. */
  public static final class Builder {
    private final List<Operator> operators = new ArrayList<>();
    private final List<Integer> starts = new ArrayList<>(); // whose vertices the hops start from
    private List<Integer> last; // whose vertices the next hop starts from
    private boolean excludePositives = true;
    private boolean hops;
    private boolean features;

    private Builder() {
      operators.add(new Operator.Seeds(0));
      starts.add(0);
      last = starts;
    }

    /** Draws a positive for each seed. */
    public Builder positives(WalkRule rule) {
      require(
          starts.size() == 1 && !hops && !features, "Positives come once, right after the seeds.");
      starts.add(operators.size());
      operators.add(new Operator.Positives(operators.size(), List.of(0), rule));
      return this;
    }

    /** Draws negatives for each seed with its positive. */
    public Builder negatives(NegativeRule rule) {
      require(
          starts.size() == 2 && !hops && !features,
          "Negatives come once, right after the positives.");
      starts.add(operators.size());
      operators.add(new Operator.Negatives(operators.size(), List.of(0, 1), rule));
      return this;
    }

    /** Lets the neighbourhoods hold the edges that are to be predicted; without it they do not. */
    public Builder keepPositives() {
      require(!hops, "What hops leave out is said before the first of them.");
      excludePositives = false;
      return this;
    }

    /** Adds a hop whose rules are followed side by side. */
    public Builder hop(EdgeRule... rules) {
      require(rules.length > 0, "A hop has at least one rule.");
      require(!features, "Hops come before the features.");
      final int id = operators.size();
      operators.add(
          new Operator.Hop(
              id, List.copyOf(last), List.of(rules), excludePositives && starts.size() > 1));
      last = List.of(id);
      hops = true;
      return this;
    }

    /** Fetches the rows of all vertices. */
    public Builder features() {
      require(!features, "Features are fetched once.");
      List<Integer> inputs = new ArrayList<>(starts);
      operators.stream()
          .filter(Operator.Hop.class::isInstance)
          .forEach(hop -> inputs.add(hop.id()));
      operators.add(new Operator.Features(operators.size(), List.copyOf(inputs)));
      features = true;
      return this;
    }

    /** The plan. */
    public SamplingPlan build() {
      require(hops, "A plan has at least one hop.");
      return new SamplingPlan(operators);
    }

    private static void require(boolean good, String rule) {
      if (!good) {
        throw new GraphemberException(SamplingError.SAMPLING_RULE, rule);
      }
    }
  }
}
