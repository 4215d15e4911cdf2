// SPDX-License-Identifier: Apache-2.0
/**
 * What an implementor of the SPI tests with: contracts in {@code contract}, small random batches in
 * {@code batch}, central differences in {@code gradient}, graphs in {@code data}, and the judge in
 * {@code reference}.
 */
@NullMarked
package io.graphember.testkit;

import org.jspecify.annotations.NullMarked;
