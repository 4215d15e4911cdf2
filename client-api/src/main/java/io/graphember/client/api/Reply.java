// SPDX-License-Identifier: Apache-2.0
package io.graphember.client.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * A node's answer: a value or an error.
 *
 * @param value the value; null if there is an error
 * @param error the error; null if there is none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Reply(@Nullable JsonNode value, @Nullable ErrorInfo error) {}
