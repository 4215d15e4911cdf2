// SPDX-License-Identifier: Apache-2.0
package io.graphember.config;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.hibernate.validator.HibernateValidator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/**
 * The constraints of settings: checked by Hibernate Validator, said in words for reports and the
 * reference. Without expression language, XML files or a provider looked up on the class path.
 */
final class Constraints {
  private static final Validator VALIDATOR =
      Validation.byProvider(HibernateValidator.class)
          .providerResolver(() -> List.of(new HibernateValidator()))
          .configure()
          .ignoreXmlConfiguration()
          .messageInterpolator(new InWords())
          .buildValidatorFactory()
          .getValidator();

  private Constraints() {}

  /** Says constraints in the words of the reference where there are some. */
  private static final class InWords extends ParameterMessageInterpolator {
    InWords() {
      super(Set.of(Locale.ROOT), Locale.ROOT, false);
    }

    @Override
    public String interpolate(String template, Context context) {
      String rule = words(context.getConstraintDescriptor().getAnnotation());
      return rule.isEmpty() ? super.interpolate(template, context) : "must be " + rule;
    }
  }

  /** The rules that a value of the component breaks, each as {@code must be ...}. */
  static Set<String> broken(SettingComponent component, Object value) {
    Set<String> rules = new LinkedHashSet<>();
    for (ConstraintViolation<?> violation :
        VALIDATOR.validateValue(component.owner(), component.name(), value)) {
      rules.add(violation.getMessage());
    }
    return rules;
  }

  /** All rules of a component in words, empty if it has none. */
  static String rule(SettingComponent component) {
    List<String> rules = new ArrayList<>();
    for (Annotation annotation : component.field().getAnnotations()) {
      if (annotation.annotationType().isAnnotationPresent(Constraint.class)) {
        rules.add(words(annotation));
      }
    }
    return String.join(", ", rules);
  }

  /** Ends "must be ..."; empty for a constraint that only its own message describes. */
  private static String words(Annotation constraint) {
    if (constraint instanceof Min min) {
      return "at least " + min.value();
    } else if (constraint instanceof Max max) {
      return "at most " + max.value();
    } else if (constraint instanceof DecimalMin min) {
      return (min.inclusive() ? "at least " : "more than ") + min.value();
    } else if (constraint instanceof DecimalMax max) {
      return (max.inclusive() ? "at most " : "less than ") + max.value();
    } else if (constraint instanceof Positive) {
      return "more than 0";
    } else if (constraint instanceof PositiveOrZero) {
      return "at least 0";
    } else if (constraint instanceof NotEmpty || constraint instanceof NotBlank) {
      return "not empty";
    } else if (constraint instanceof Size size) {
      return "of " + size.min() + " to " + size.max() + " letters or entries";
    } else if (constraint instanceof Pattern pattern) {
      final boolean ownWords = !pattern.message().startsWith("{");
      return ownWords ? pattern.message() : "of the form " + pattern.regexp();
    }
    return "";
  }
}
