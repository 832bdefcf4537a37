def reference(param, grad, velocity, rate, momentum, decay):
    new_velocity = momentum * velocity + grad + decay * param
    return param - rate * new_velocity, new_velocity
