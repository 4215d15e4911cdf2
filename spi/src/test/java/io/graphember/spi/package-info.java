// SPDX-License-Identifier: Apache-2.0
/** Tests of the random numbers. */
package io.graphember.spi;
